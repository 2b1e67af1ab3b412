import { DiffSequence } from '@bolide/meteor/diff-sequence';
import { EJSON } from '@bolide/meteor/ejson';
import type { Cursor } from '../cursor.js';
import { type DocumentMap, MinimongoIdMap } from '../document-map.js';
import type { Comparator, Distances } from '../sorter.js';
import type { PlainObject } from '../values/bson-type.js';
import type { ObserveQueue } from './observe-queue.js';
import { binarySearch, insertInSortedList } from './sorted-list.js';

/** The callbacks of an observer, any of them. `fields` are without `_id`. */
export interface QueryCallbacks {
  added?(id: unknown, fields: PlainObject): unknown;
  addedBefore?(id: unknown, fields: PlainObject, before: unknown): unknown;
  changed?(id: unknown, fields: PlainObject): unknown;
  movedBefore?(id: unknown, before: unknown): unknown;
  removed?(id: unknown): unknown;
}

export interface LiveQueryOptions {
  readonly cursor: Cursor<never, never>;
  readonly callbacks: QueryCallbacks;
  readonly ordered: boolean;
  readonly queue: ObserveQueue;
  /** The callbacks do not change what they get. */
  readonly sharesFields: boolean;
}

/** A document was inserted (no `before`), changed, or removed (no `after`). */
export interface DocumentChange {
  readonly id: unknown;
  readonly before: PlainObject | undefined;
  readonly after: PlainObject | undefined;
}

/** After so many changes while paused it is less work to run the query again. */
const MOST_CHANGES_WHILE_PAUSED = 64;

/** A query whose results are kept right, and whose observer is told of changes. */
export class LiveQuery {
  readonly cursor: Cursor<never, never>;
  readonly ordered: boolean;
  readonly distances: Distances | null;
  /** The results: in order, or by id. */
  results: PlainObject[] | DocumentMap;
  /** What the results were before the first change while paused; null without one. */
  resultsSnapshot: PlainObject[] | DocumentMap | null = null;
  /** The results are out of date: the query must run again. */
  dirty = false;
  /** Whether a change has to be found by running the query again, since it has a skip or a limit. */
  readonly isWindowed: boolean;
  readonly #callbacks: QueryCallbacks;
  readonly #queue: ObserveQueue;
  readonly #sharesFields: boolean;
  readonly #compare: Comparator | undefined;
  #changesWhilePaused = 0;
  #isStopped = false;

  constructor({ cursor, callbacks, ordered, queue, sharesFields }: LiveQueryOptions) {
    this.cursor = cursor;
    this.ordered = ordered;
    this.#callbacks = callbacks;
    this.#queue = queue;
    this.#sharesFields = sharesFields;
    this.distances = ordered && cursor.matcher.hasGeoQuery() ? new MinimongoIdMap<number>() : null;
    this.#compare = ordered ? cursor.sorter?.getComparator({ distances: this.distances }) : undefined;
    // Of a single document there is nothing to skip, and nothing beyond a limit.
    this.isWindowed = ordered && Boolean(cursor.skip || (cursor.limit && cursor._selectorId === undefined));
    this.results = this.#run();
  }

  get matcher() {
    return this.cursor.matcher;
  }

  /** Tells of the results that are there. */
  sendInitial(): void {
    this.results.forEach((document: PlainObject) => {
      this.#sendAdded(document, null);
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Takes a change of the collection into account, unless it has to run again for it.
   * @returns Whether it has to.
   */
  apply(change: DocumentChange, isPaused: boolean): boolean {
    if (this.dirty) return false;
    const { id, before, after } = change;
    const didMatch = before !== undefined && this.#contains(id, before);
    const match = after === undefined ? undefined : this.matcher.documentMatches(after);
    const matches = match?.result === true;
    if (!didMatch && !matches) return false;
    if (isPaused && this.#delays()) return false;
    if (this.isWindowed) return true;
    const index = didMatch && Array.isArray(this.results) ? this.results.indexOf(before) : undefined;
    // Possible with a selector that is a function and does not always say the same.
    if (index === -1) return true;
    if (match?.distance !== undefined) this.distances?.set(id, match.distance);
    if (matches && didMatch) this.#change(after as PlainObject, before as PlainObject, index, isPaused);
    else if (matches) this.#add(after as PlainObject, isPaused);
    else this.#remove(id, index, isPaused);
    return false;
  }

  /** Runs the query again and tells of the difference. */
  recompute(): void {
    const oldResults = this.results;
    this.results = this.#run();
    this.#sendDifference(oldResults);
  }

  /** All documents have gone while paused. */
  clear(): void {
    this.#takeSnapshot();
    this.results = this.ordered ? [] : new MinimongoIdMap();
    this.distances?.clear();
  }

  /** From now on the results are told of as the changes since the results of now. */
  pause(): void {
    this.#changesWhilePaused = 0;
  }

  /** It begins while paused: nothing has been told of. */
  startPaused(): void {
    this.resultsSnapshot = this.ordered ? [] : new MinimongoIdMap();
  }

  /** Tells of all that has changed while paused. */
  resume(): void {
    const snapshot = this.resultsSnapshot;
    this.resultsSnapshot = null;
    if (this.dirty) {
      this.dirty = false;
      this.results = this.#run();
    }
    if (snapshot) this.#sendDifference(snapshot);
  }

  #contains(id: unknown, document: PlainObject): boolean {
    if (Array.isArray(this.results)) return this.matcher.documentMatches(document).result;
    return this.results.has(id);
  }

  /** While paused: keeps what the results were. True if the query will run again when the pause ends. */
  #delays(): boolean {
    this.#takeSnapshot();
    this.#changesWhilePaused++;
    this.dirty = this.isWindowed || this.#changesWhilePaused > MOST_CHANGES_WHILE_PAUSED;
    return this.dirty;
  }

  #takeSnapshot(): void {
    if (this.resultsSnapshot) return;
    if (Array.isArray(this.results)) {
      this.resultsSnapshot = this.results.slice();
      return;
    }
    const snapshot: DocumentMap = new MinimongoIdMap();
    for (const [key, document] of this.results._map) snapshot._map.set(key, document);
    this.resultsSnapshot = snapshot;
  }

  #run(): PlainObject[] | DocumentMap {
    return this.cursor._getRawObjects({ ordered: this.ordered, distances: this.distances });
  }

  #add(document: PlainObject, isPaused: boolean): void {
    if (!Array.isArray(this.results)) {
      this.results.set(document._id, document);
      if (!isPaused) this.#sendAdded(document, null);
      return;
    }
    const index = this.#compare
      ? insertInSortedList(this.#compare, this.results, document)
      : this.results.push(document) - 1;
    if (!isPaused) this.#sendAdded(document, this.#idAt(index + 1));
  }

  #remove(id: unknown, index: number | undefined, isPaused: boolean): void {
    if (Array.isArray(this.results)) this.results.splice(index as number, 1);
    else this.results.remove(id);
    this.distances?.remove(id);
    if (!isPaused) this.#call('removed', id);
  }

  #change(after: PlainObject, before: PlainObject, index: number | undefined, isPaused: boolean): void {
    if (!isPaused) this.#sendChanged(after, before);
    if (!Array.isArray(this.results) || index === undefined) {
      (this.results as DocumentMap).set(after._id, after);
      return;
    }
    const compare = this.#compare;
    this.results[index] = after;
    if (!compare || this.#isInPlace(index, compare)) return;
    this.results.splice(index, 1);
    const newIndex = binarySearch(compare, this.results, after);
    this.results.splice(newIndex, 0, after);
    if (newIndex !== index && !isPaused) this.#call('movedBefore', after._id, this.#idAt(newIndex + 1));
  }

  /** Whether the document at an index is still in order with those beside it. */
  #isInPlace(index: number, compare: Comparator): boolean {
    const results = this.results as PlainObject[];
    const document = results[index] as PlainObject;
    const previous = results[index - 1];
    const next = results[index + 1];
    return (!previous || compare(previous, document) <= 0) && (!next || compare(document, next) <= 0);
  }

  #idAt(index: number): unknown {
    return (this.results as PlainObject[])[index]?._id ?? null;
  }

  #sendDifference(oldResults: PlainObject[] | DocumentMap): void {
    const { projection } = this.cursor;
    DiffSequence.diffQueryChanges(
      this.ordered,
      oldResults as never,
      this.results as never,
      {
        added: (id, fields) => this.#call('added', id, fields),
        changed: (id, fields) => this.#call('changed', id, fields),
        removed: (id) => this.#call('removed', id),
        ...(this.ordered && {
          addedBefore: (id, fields, before) => this.#call('addedBefore', id, fields, before),
          movedBefore: (id, before) => this.#call('movedBefore', id, before),
        }),
      },
      { projectionFn: projection.share },
    );
  }

  #sendAdded(document: PlainObject, before: unknown): void {
    const { added, addedBefore } = this.#callbacks;
    if (!added && !addedBefore) return;
    const fields = this.cursor.projection.share(document);
    delete fields._id;
    if (this.ordered) this.#call('addedBefore', document._id, fields, before);
    this.#call('added', document._id, fields);
  }

  #sendChanged(after: PlainObject, before: PlainObject): void {
    if (!this.#callbacks.changed) return;
    const { projection } = this.cursor;
    const fields = DiffSequence.makeChangedFields(projection.share(after), projection.share(before));
    if (Object.keys(fields).length > 0) this.#call('changed', after._id, fields);
  }

  #call<Name extends keyof QueryCallbacks>(name: Name, ...args: Parameters<NonNullable<QueryCallbacks[Name]>>): void {
    const callbacks = this.#callbacks;
    if (!callbacks[name]) return;
    this.#queue.queueTask(() => {
      // A callback may have stopped this observer.
      if (this.#isStopped) return undefined;
      const own = this.#sharesFields ? args : args.map((argument) => EJSON.clone(argument));
      return (callbacks[name] as (...args: unknown[]) => unknown)(...own);
    });
  }
}
