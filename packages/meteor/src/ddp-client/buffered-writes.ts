import type { StoreMessage } from './types.js';

export interface BufferedWritesOptions {
  /** Milliseconds without a change after which the changes are applied. 0: at once. */
  interval: number;
  /** Milliseconds after which they are applied in any case. */
  maxAge: number;
  /** Called when the time has come. */
  flush(): void;
}

/** Changes that wait a moment to be applied to the stores together. */
export class BufferedWrites {
  readonly #options: BufferedWritesOptions;
  #writes = new Map<string, StoreMessage[]>();
  #flushBy: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BufferedWritesOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  add(collection: string, message: StoreMessage): void {
    const messages = this.#writes.get(collection);
    if (messages) messages.push(message);
    else this.#writes.set(collection, [message]);
  }

  /** Takes the changes out, by collection. They are no longer to be flushed. */
  take(): Map<string, StoreMessage[]> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushBy = undefined;
    const writes = this.#writes;
    this.#writes = new Map();
    return writes;
  }

  /** Sets the time at which to flush. False if it has come already: the caller must flush now. */
  schedule(): boolean {
    const { interval, maxAge } = this.#options;
    if (interval === 0) return false;
    const now = Date.now();
    if (this.#flushBy === undefined) this.#flushBy = now + maxAge;
    else if (this.#flushBy < now) return false;
    this.#setTimer(interval);
    return true;
  }

  #setTimer(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#options.flush();
    }, delay);
  }
}
