import { EJSON } from '@bolide/meteor/ejson';
import type { Document, LiveQueryHandle, QueryCallbacks } from '@bolide/meteor/minimongo';
import { CallbackChain } from './callback-chain.js';

export interface ObserverOptions {
  readonly callbacks: QueryCallbacks & { _suppress_initial?: boolean };
  /** The callbacks do not change the fields that they get. */
  readonly sharesFields: boolean;
  onStop(observer: Observer): void;
}

/** One who is told of the results of a query and of their changes: the handle of `observeChanges`. */
export class Observer implements LiveQueryHandle {
  isReady = false;
  readonly isReadyPromise: Promise<void>;
  readonly #callbacks: ObserverOptions['callbacks'];
  readonly #sharesFields: boolean;
  readonly #onStop: (observer: Observer) => void;
  readonly #chain = new CallbackChain();
  #isStopped = false;
  #resolveReady!: () => void;
  #rejectReady!: (error: unknown) => void;

  constructor({ callbacks, sharesFields, onStop }: ObserverOptions) {
    this.#callbacks = callbacks;
    this.#sharesFields = sharesFields;
    this.#onStop = onStop;
    this.isReadyPromise = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // Whoever waits for it, hears of it.
    this.isReadyPromise.catch(() => {});
  }

  get suppressesInitial(): boolean {
    return this.#callbacks._suppress_initial === true;
  }

  added(id: unknown, fields: Document): void {
    if (this.#callbacks.added) this.#call(() => this.#callbacks.added?.(id, this.#own(fields)));
  }

  addedBefore(id: unknown, fields: Document, before: unknown): void {
    if (this.#callbacks.addedBefore) this.#call(() => this.#callbacks.addedBefore?.(id, this.#own(fields), before));
    // May be given together with movedBefore.
    this.added(id, fields);
  }

  changed(id: unknown, fields: Document): void {
    if (this.#callbacks.changed) this.#call(() => this.#callbacks.changed?.(id, this.#own(fields)));
  }

  movedBefore(id: unknown, before: unknown): void {
    if (this.#callbacks.movedBefore) this.#call(() => this.#callbacks.movedBefore?.(id, before));
  }

  removed(id: unknown): void {
    if (this.#callbacks.removed) this.#call(() => this.#callbacks.removed?.(id));
  }

  /** The first results have been told of. */
  ready(): void {
    this.#chain.call(() => {
      this.isReady = true;
      this.#resolveReady();
    });
  }

  fail(error: unknown): void {
    this.#rejectReady(error);
  }

  /** Resolves when the callbacks for all so far have been called. */
  flushed(): Promise<void> | undefined {
    return this.#chain.flushed();
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#onStop(this);
    this.#resolveReady();
  }

  #call(callback: () => unknown): void {
    this.#chain.call(() => (this.#isStopped ? undefined : callback()));
  }

  #own(fields: Document): Document {
    return this.#sharesFields ? fields : EJSON.clone(fields);
  }
}
