import { guarded } from './guarded.js';
import { isPromiseLike, type MaybePromise } from './maybe-promise.js';

/**
 * Runs tasks in the order they come: at once while all of them are synchronous, else each after the one before it has
 * finished. Errors are printed.
 */
export class SerialQueue {
  readonly #description: string;
  readonly #onIdle: (() => void) | undefined;
  #last: Promise<void> | undefined;

  /**
   * @param description what the tasks are, for the message about an error.
   * @param onIdle called when the last of some asynchronous tasks has finished.
   */
  constructor(description: string, onIdle?: () => void) {
    this.#description = description;
    this.#onIdle = onIdle;
  }

  /** True if no asynchronous task is running or waiting. */
  get idle(): boolean {
    return this.#last === undefined;
  }

  /** @returns when the task has finished. */
  run(task: () => MaybePromise<unknown>): MaybePromise<void> {
    const start = () => guarded(this.#description, task);
    const result = this.#last ? this.#last.then(start) : start();
    if (!isPromiseLike(result)) return;
    const last: Promise<void> = Promise.resolve(result).then(() => {
      if (this.#last !== last) return;
      this.#last = undefined;
      this.#onIdle?.();
    });
    this.#last = last;
    return last;
  }
}
