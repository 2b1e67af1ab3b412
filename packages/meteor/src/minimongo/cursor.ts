import type { Subscription } from '@bolide/meteor/ddp-common';
import { Tracker } from '@bolide/meteor/tracker';
import { type DocumentMap, MinimongoIdMap } from './document-map.js';
import type { LocalCollection } from './local-collection.js';
import { Matcher } from './matcher/matcher.js';
import { idsMatchedBySelector, selectorIsIdPerhapsAsObject } from './matcher/selector-ids.js';
import { observeChangesCallbacksAreOrdered } from './observe/callback-kinds.js';
import { LiveQuery, type QueryCallbacks } from './observe/live-query.js';
import { observeFromObserveChanges } from './observe/observe-documents.js';
import { ObserveHandle } from './observe/observe-handle.js';
import { publishCursor } from './observe/publish-cursor.js';
import { createProjection, type Projection } from './projection.js';
import { type Distances, Sorter } from './sorter.js';
import type {
  CursorOptions,
  FieldSpecifier,
  ObserveCallbacks,
  ObserveChangesCallbacks,
  ObserveChangesOptions,
  Transform,
} from './types.js';
import type { PlainObject } from './values/bson-type.js';
import { wrapTransform } from './wrap-transform.js';

export interface RawObjectsOptions {
  /** The documents in an array, sorted, with skip and limit; else by id. Default false. */
  readonly ordered?: boolean | undefined;
  /** Where to put the distances of a $near. */
  readonly distances?: Distances | null | undefined;
  /** Default true. */
  readonly applySkipLimit?: boolean | undefined;
}

/** Which of the callbacks of an observer a computation depends on. */
type Changers = readonly (keyof QueryCallbacks)[];

const ANY_CHANGE: Changers = ['addedBefore', 'changed', 'movedBefore', 'removed'];

/**
 * Some of the documents of a collection in memory, in some order. Computations that read it run again when the result
 * would be another one.
 *
 * @typeParam T The documents. @typeParam U What the transform makes of them.
 */
export class Cursor<T = PlainObject, U = T> {
  readonly collection: LocalCollection<T>;
  readonly matcher: Matcher;
  readonly sorter: Sorter | null = null;
  readonly skip: number;
  /** 0: no limit. */
  readonly limit: number;
  readonly fields: FieldSpecifier | undefined;
  readonly projection: Projection;
  readonly reactive: boolean;
  /** The `_id` of the only document that can match, if the selector is nothing else. */
  readonly _selectorId: unknown;
  readonly _transform: Transform<T, U> | null;
  readonly #selector: unknown;

  /** Made by `LocalCollection.find`. */
  constructor(collection: LocalCollection<T>, selector: unknown, given?: CursorOptions<T> | null) {
    const options = given ?? {};
    this.collection = collection;
    this.matcher = new Matcher(selector);
    this.#selector = selector;
    if (selectorIsIdPerhapsAsObject(selector)) {
      this._selectorId = typeof selector === 'object' && '_id' in selector ? selector._id : selector;
    } else if (this.matcher.hasGeoQuery() || options.sort) {
      this.sorter = new Sorter(options.sort ?? []);
    }
    this.skip = options.skip || 0;
    this.limit = Math.abs(options.limit || 0);
    this.fields = options.projection || options.fields;
    this.projection = createProjection(this.fields ?? {});
    this._transform = wrapTransform(options.transform) as Transform<T, U> | null;
    this.reactive = options.reactive ?? true;
  }

  /** How many documents there are, with skip and limit. */
  count(): number {
    // A document that changes or moves does not change their number.
    this._depend(['added', 'removed']);
    return this.#documents().length;
  }

  fetch(): U[] {
    this._depend(ANY_CHANGE);
    return this.#documents().map((document) => this.#present(document));
  }

  /** Calls back with each document, its index, and the cursor. */
  forEach(callback: (document: U, index: number, cursor: this) => unknown, thisArg?: unknown): void {
    this._depend(ANY_CHANGE);
    this.#documents().forEach((document, index) => {
      callback.call(thisArg, this.#present(document), index, this);
    });
  }

  map<R>(callback: (document: U, index: number, cursor: this) => R, thisArg?: unknown): R[] {
    this._depend(ANY_CHANGE);
    return this.#documents().map((document, index) => callback.call(thisArg, this.#present(document), index, this));
  }

  async countAsync(): Promise<number> {
    return this.count();
  }

  async fetchAsync(): Promise<U[]> {
    return this.fetch();
  }

  /** Like forEach, and waits for each call before the next. */
  async forEachAsync(
    callback: (document: U, index: number, cursor: this) => unknown,
    thisArg?: unknown,
  ): Promise<void> {
    this._depend(ANY_CHANGE);
    let index = 0;
    for (const document of this.#documents()) await callback.call(thisArg, this.#present(document), index++, this);
  }

  /** Like map, and waits for each call before the next. */
  async mapAsync<R>(
    callback: (document: U, index: number, cursor: this) => R | PromiseLike<R>,
    thisArg?: unknown,
  ): Promise<R[]> {
    const results: R[] = [];
    await this.forEachAsync(async (document, index) => {
      results.push(await callback.call(thisArg, document, index, this));
    });
    return results;
  }

  *[Symbol.iterator](): Generator<U, void, undefined> {
    this._depend(ANY_CHANGE);
    for (const document of this.#documents()) yield this.#present(document);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<U, void, undefined> {
    yield* this[Symbol.iterator]();
  }

  getTransform(): Transform<T, U> | null {
    return this._transform;
  }

  /**
   * Calls back with the documents, now and whenever they change.
   * @throws Error for callbacks that ask for positions and do not, or for the contrary with a skip or limit.
   */
  observe(callbacks: ObserveCallbacks<U>): ObserveHandle {
    return observeFromObserveChanges(this as never, callbacks as ObserveCallbacks<never>) as ObserveHandle;
  }

  /** The same; resolves when the callbacks for the first results have been called. */
  async observeAsync(callbacks: ObserveCallbacks<U>): Promise<ObserveHandle> {
    const handle = this.observe(callbacks);
    await handle.isReadyPromise;
    return handle;
  }

  /** Calls back with the fields of documents, now and whenever they change. */
  observeChanges(callbacks: ObserveChangesCallbacks<T>, options: ObserveChangesOptions = {}): ObserveHandle {
    const ordered = observeChangesCallbacksAreOrdered(callbacks as ObserveChangesCallbacks<never>);
    if (!ordered && (this.skip || this.limit)) {
      throw new Error(
        "Must use an ordered observe with skip or limit (i.e. 'addedBefore' for observeChanges or 'addedAt' for observe, instead of 'added').",
      );
    }
    this.#assertObservable();
    return this.#start(callbacks as QueryCallbacks, {
      ordered,
      sendsInitial: !callbacks._suppress_initial,
      sharesFields: options.nonMutatingCallbacks === true,
    });
  }

  /** The same; resolves when the callbacks for the first results have been called. */
  async observeChangesAsync(
    callbacks: ObserveChangesCallbacks<T>,
    options?: ObserveChangesOptions,
  ): Promise<ObserveHandle> {
    const handle = this.observeChanges(callbacks, options);
    await handle.isReadyPromise;
    return handle;
  }

  _getCollectionName(): string | null | undefined {
    return this.collection.name;
  }

  /** Publishes the documents to a client, and their changes. */
  _publishCursor(subscription: Subscription): Promise<unknown> {
    const { name } = this.collection;
    if (!name) throw new Error("Can't publish a cursor from a collection without a name.");
    return publishCursor(this as never, subscription, name);
  }

  /** Makes the current computation depend on the result. */
  _depend(changers: Changers): void {
    if (!this.reactive || !Tracker.active) return;
    const dependency = new Tracker.Dependency();
    dependency.depend();
    this.#assertObservable();
    const notify = () => dependency.changed();
    const callbacks: QueryCallbacks = Object.fromEntries(changers.map((name) => [name, notify]));
    this.#start(callbacks, { ordered: changers === ANY_CHANGE, sendsInitial: false, sharesFields: true });
  }

  /** The matching documents themselves, which nobody may change. */
  _getRawObjects(options: RawObjectsOptions & { ordered: true }): PlainObject[];
  _getRawObjects(options?: RawObjectsOptions): PlainObject[] | DocumentMap;
  _getRawObjects({ ordered, distances, applySkipLimit = true }: RawObjectsOptions = {}): PlainObject[] | DocumentMap {
    if (!ordered) {
      const results: DocumentMap = new MinimongoIdMap();
      this.#eachMatch((document) => {
        results.set(document._id, document);
        return true;
      });
      return results;
    }
    const { skip, limit, sorter } = this;
    const end = applySkipLimit && limit ? skip + limit : Infinity;
    const results: PlainObject[] = [];
    distances?.clear();
    const measured = this.matcher.hasGeoQuery() ? (distances ?? new MinimongoIdMap<number>()) : null;
    this.#eachMatch((document, distance) => {
      results.push(document);
      if (distance !== undefined) measured?.set(document._id, distance);
      // Without an order, whatever comes first will do.
      return sorter !== null || results.length < end;
    });
    sorter?.sortDocuments(results, measured);
    return applySkipLimit && (skip || results.length > end) ? results.slice(skip, end) : results;
  }

  /** Calls back with the matching documents until it returns false. */
  #eachMatch(visit: (document: PlainObject, distance: number | undefined) => boolean): void {
    const { _docs } = this.collection;
    const ids = idsMatchedBySelector(this.#selector);
    // Several ids are not looked up one by one: the documents come in the order in which they were inserted.
    if (ids?.length === 1) {
      const document = _docs.get(ids[0]);
      if (!document) return;
      const { result, distance } = this.matcher.documentMatches(document);
      if (result) visit(document, distance);
      return;
    }
    for (const document of _docs._map.values()) {
      const { result, distance } = this.matcher.documentMatches(document);
      if (result && !visit(document, distance)) return;
    }
  }

  #documents(): PlainObject[] {
    return this._getRawObjects({ ordered: true });
  }

  /** What the application sees of a document. */
  #present(document: PlainObject): U {
    const copy = this.projection.copy(document);
    return (this._transform ? this._transform(copy as T) : copy) as U;
  }

  #assertObservable(): void {
    const rule = this.fields?._id;
    if (rule === 0 || rule === false) throw new Error('You may not observe a cursor with {fields: {_id: 0}}');
  }

  #start(
    callbacks: QueryCallbacks,
    { ordered, sendsInitial, sharesFields }: { ordered: boolean; sendsInitial: boolean; sharesFields: boolean },
  ): ObserveHandle {
    const { collection } = this;
    const queue = collection._observeQueue;
    const query = new LiveQuery({ cursor: this as never, callbacks, ordered, queue, sharesFields });
    if (collection.paused && sendsInitial) query.startPaused();
    else if (sendsInitial) query.sendInitial();
    // One that is not reactive tells of the present results only.
    const unregister = this.reactive ? collection._addQuery(query) : () => {};
    const stop = () => {
      query.stop();
      unregister();
    };
    if (this.reactive && Tracker.active) Tracker.onInvalidate(stop);
    return new ObserveHandle({ collection, stop, ready: queue.drain() });
  }
}
