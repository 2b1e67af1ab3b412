import type { LiveQueryHandle } from '../types.js';

export interface ObserveHandleOptions {
  readonly collection: unknown;
  stop(): void;
  /** Resolves when the callbacks for the first results have been called; nothing if they have been. */
  readonly ready: Promise<void> | undefined;
}

/** A running observe of a collection in memory. */
export class ObserveHandle implements LiveQueryHandle {
  /** The collection that is observed. */
  readonly collection: unknown;
  /** Have the callbacks for the first results been called? */
  isReady: boolean;
  readonly isReadyPromise: Promise<void>;
  readonly #stop: () => void;

  constructor(options: ObserveHandleOptions) {
    this.collection = options.collection;
    this.#stop = options.stop;
    this.isReady = options.ready === undefined;
    this.isReadyPromise = Promise.resolve(options.ready).then(() => {
      this.isReady = true;
    });
  }

  stop(): void {
    this.#stop();
  }
}
