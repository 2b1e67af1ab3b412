import { Meteor } from '@bolide/meteor/meteor';

/** Calls callbacks one after the other; after one that returns a promise, the next waits for it. Errors are printed. */
export class CallbackChain {
  #waiting: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  /** Calls at once unless others are to be waited for. */
  call(callback: () => unknown): void {
    if (this.#running) {
      this.#waiting.push(callback);
      return;
    }
    const result = run(callback);
    if (Meteor._isPromise(result)) this.#running = this.#drain(result as Promise<unknown>);
  }

  /** Resolves when all callbacks so far have been called. */
  flushed(): Promise<void> | undefined {
    return this.#running;
  }

  async #drain(first: Promise<unknown>): Promise<void> {
    await first.catch(report);
    for (let callback = this.#waiting.shift(); callback; callback = this.#waiting.shift()) {
      const result = run(callback);
      if (Meteor._isPromise(result)) await (result as Promise<unknown>).catch(report);
    }
    this.#running = undefined;
  }
}

function run(callback: () => unknown): unknown {
  try {
    return callback();
  } catch (error) {
    report(error);
    return undefined;
  }
}

function report(error: unknown): void {
  Meteor._debug('Exception in observe callback:', error);
}
