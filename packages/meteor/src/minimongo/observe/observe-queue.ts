import { Meteor } from '@bolide/meteor/meteor';

/**
 * Calls the callbacks of observers one after another, when the write that caused them is complete. Errors are printed.
 *
 * Callbacks may be asynchronous on a server: the next one then waits. Clients do not wait, since whoever writes there
 * expects that all has been told when the write returns.
 */
export class ObserveQueue {
  readonly #waits: boolean;
  #tasks: (() => unknown)[] = [];
  #isDraining = false;

  /** @param waits Whether to wait for callbacks that return a promise. */
  constructor(waits: boolean) {
    this.#waits = waits;
  }

  queueTask(task: () => unknown): void {
    this.#tasks.push(task);
  }

  /**
   * Calls what is queued. Inside of a callback that is nothing: whoever drains goes on with it.
   * @returns A promise if something has to be waited for.
   */
  drain(): Promise<void> | undefined {
    if (this.#isDraining || this.#tasks.length === 0) return undefined;
    this.#isDraining = true;
    return this.#run();
  }

  #run(): Promise<void> | undefined {
    for (;;) {
      const tasks = this.#tasks;
      this.#tasks = [];
      for (let index = 0; index < tasks.length; index++) {
        const result = call(tasks[index] as () => unknown);
        if (!this.#waits || !Meteor._isPromise(result)) continue;
        this.#tasks = [...tasks.slice(index + 1), ...this.#tasks];
        return (result as Promise<unknown>).then(undefined, report).then(() => this.#run());
      }
      if (this.#tasks.length > 0) continue;
      this.#isDraining = false;
      return undefined;
    }
  }
}

function call(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    report(error);
    return undefined;
  }
}

function report(error: unknown): void {
  Meteor._debug('Exception in queued task', error);
}
