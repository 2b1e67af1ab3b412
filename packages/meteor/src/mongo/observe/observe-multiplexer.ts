import { Meteor } from '@bolide/meteor/meteor';
import { type Document, type LiveQueryHandle, LocalCollection, type QueryCallbacks } from '@bolide/meteor/minimongo';
import type { ObserveSink } from '../drivers/types.js';
import { Observer } from './observer.js';

export interface ObserveMultiplexerOptions {
  readonly ordered: boolean;
  /** Starts the observe driver. */
  start(sink: ObserveSink): Promise<LiveQueryHandle>;
  /** It has no observers any more, or has failed: others need another one. */
  onEnd(): void;
}

/** Passes on what an observe driver finds to all observers of one query. Those that come later get the results so far. */
export class ObserveMultiplexer implements ObserveSink {
  readonly ordered: boolean;
  readonly #results;
  readonly #observers = new Set<Observer>();
  readonly #onEnd: () => void;
  readonly #handle: Promise<LiveQueryHandle>;
  #isReady = false;
  #hasEnded = false;
  #onReady: (() => void)[] = [];

  constructor({ ordered, start, onEnd }: ObserveMultiplexerOptions) {
    this.ordered = ordered;
    this.#results = new LocalCollection._CachingChangeObserver({ ordered });
    this.#onEnd = onEnd;
    // Not in the context of the method or publication that happens to be the first.
    this.#handle = Meteor._runFresh(() => start(this));
    this.#handle.catch((error) => this.fail(error));
  }

  addObserver(callbacks: QueryCallbacks, { sharesFields }: { sharesFields: boolean }): Observer {
    const observer = new Observer({ callbacks, sharesFields, onStop: (each) => this.#remove(each) });
    this.#observers.add(observer);
    if (this.#isReady) this.#sendResults(observer);
    return observer;
  }

  added(id: unknown, fields: Document): void {
    this.#results.applyChange.added?.(id, fields);
    for (const observer of this.#told()) observer.added(id, fields);
  }

  addedBefore(id: unknown, fields: Document, before: unknown): void {
    this.#results.applyChange.addedBefore?.(id, fields, before);
    for (const observer of this.#told()) observer.addedBefore(id, fields, before);
  }

  changed(id: unknown, fields: Document): void {
    this.#results.applyChange.changed?.(id, fields);
    for (const observer of this.#told()) observer.changed(id, fields);
  }

  movedBefore(id: unknown, before: unknown): void {
    this.#results.applyChange.movedBefore?.(id, before);
    for (const observer of this.#told()) observer.movedBefore(id, before);
  }

  removed(id: unknown): void {
    this.#results.applyChange.removed?.(id);
    for (const observer of this.#told()) observer.removed(id);
  }

  ready(): void {
    if (this.#isReady || this.#hasEnded) return;
    this.#isReady = true;
    for (const observer of [...this.#observers]) this.#sendResults(observer);
    const waiting = this.#onReady;
    this.#onReady = [];
    for (const callback of waiting) callback();
  }

  fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#end();
    for (const observer of this.#observers) observer.fail(error);
    this.#observers.clear();
  }

  onFlush(callback: () => void): void {
    if (!this.#isReady && !this.#hasEnded) {
      this.#onReady.push(() => this.onFlush(callback));
      return;
    }
    const pending = [...this.#observers].map((observer) => observer.flushed()).filter(Boolean);
    if (pending.length === 0) callback();
    else void Promise.all(pending).then(callback);
  }

  #told(): Iterable<Observer> {
    // Before, nobody has got any results yet.
    return this.#isReady ? this.#observers : [];
  }

  #sendResults(observer: Observer): void {
    if (!observer.suppressesInitial) {
      this.#results.docs.forEach((document: Document) => {
        const { _id: id, ...fields } = document;
        if (this.ordered) observer.addedBefore(id, fields, null);
        else observer.added(id, fields);
      });
    }
    observer.ready();
  }

  #remove(observer: Observer): void {
    if (!this.#observers.delete(observer) || this.#observers.size > 0 || this.#hasEnded) return;
    this.#end();
    this.#handle.then(
      (handle) => handle.stop(),
      () => {},
    );
  }

  #end(): void {
    this.#hasEnded = true;
    this.#onEnd();
    const waiting = this.#onReady;
    this.#onReady = [];
    for (const callback of waiting) callback();
  }
}
