import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { MongoID } from '@bolide/meteor/mongo-id';
import { Random } from '@bolide/meteor/random';
import { Cursor } from './cursor.js';
import { type DocumentMap, keyOfId, MinimongoIdMap } from './document-map.js';
import { Matcher } from './matcher/matcher.js';
import { idsMatchedBySelector } from './matcher/selector-ids.js';
import { MinimongoError } from './minimongo-error.js';
import { applyModifier, isModificationMod } from './modifier/apply-modifier.js';
import { compileArrayFilters } from './modifier/array-filters.js';
import { assertValidFieldNames } from './modifier/field-names.js';
import { createUpsertDocument } from './modifier/upsert-document.js';
import type { DocumentChange, LiveQuery } from './observe/live-query.js';
import { ObserveQueue } from './observe/observe-queue.js';
import type { CursorOptions, UpdateOptions, UpsertResult, WriteCallback } from './types.js';
import { isPlainObject, type PlainObject } from './values/bson-type.js';

/** Options of an update that packages give. */
export interface LocalUpdateOptions extends UpdateOptions {
  /** Give an UpsertResult instead of a number. */
  readonly _returnObject?: boolean | undefined;
  /** Refuse a modifier that is a document. */
  readonly _forbidReplace?: boolean | undefined;
}

/** A collection of documents in memory, with the queries and updates of MongoDB. */
export class LocalCollection<T = PlainObject> {
  /** Whether documents without an `_id` get an ObjectID. Default false: a text. */
  static _useOID = false;

  readonly name: string | null | undefined;
  /** The documents, which nobody may change: to be read by those who know what they do. */
  readonly _docs: DocumentMap = new MinimongoIdMap();
  readonly _observeQueue = new ObserveQueue(Meteor.isServer);
  /** The queries that are observed, by number. */
  readonly queries: Record<number, LiveQuery> = Object.create(null);
  next_qid = 1;
  /** Are observers paused? */
  paused = false;
  _savedOriginals: MinimongoIdMap<PlainObject | undefined> | null = null;
  /** Queries for one document, by its id: only a change of that one concerns them. */
  readonly #queriesById = new Map<string, Set<LiveQuery>>();
  /** All others. */
  readonly #generalQueries = new Set<LiveQuery>();

  constructor(name?: string | null) {
    this.name = name;
  }

  /**
   * A cursor of the documents that match. Without arguments it is of all; with a selector that is falsy, of none.
   * @throws Error for selectors and options that make no sense.
   */
  find(...args: [selector?: unknown, options?: CursorOptions<T>]): Cursor<T, T> {
    return new Cursor<T, T>(this, args.length === 0 ? {} : args[0], args[1]);
  }

  findOne(...args: [selector?: unknown, options?: CursorOptions<T>]): T | undefined {
    const selector = args.length === 0 ? {} : args[0];
    // With a limit, a computation runs again only when the document that is found is another one.
    return this.find(selector, { ...args[1], limit: 1 }).fetch()[0];
  }

  async findOneAsync(...args: [selector?: unknown, options?: CursorOptions<T>]): Promise<T | undefined> {
    return this.findOne(...args);
  }

  async countDocuments(selector: unknown = {}, options?: CursorOptions<T>): Promise<number> {
    return this.find(selector, options).count();
  }

  async estimatedDocumentCount(options?: CursorOptions<T>): Promise<number> {
    return this.find({}, options).count();
  }

  /**
   * Inserts a copy of a document, and gives its `_id`.
   * @throws MinimongoError when there is one of that `_id`.
   */
  insert(document: unknown, callback?: WriteCallback<unknown>): unknown {
    const id = this.#insert(document);
    void this._observeQueue.drain();
    return defer(callback, id);
  }

  /** The same; resolves when observers have been told. */
  async insertAsync(document: unknown, callback?: WriteCallback<unknown>): Promise<unknown> {
    const id = this.#insert(document);
    await this._observeQueue.drain();
    return defer(callback, id);
  }

  /** Removes all documents that match, and gives their number. */
  remove(selector: unknown, callback?: WriteCallback<number>): number {
    const removed = this.#remove(selector);
    void this._observeQueue.drain();
    return defer(callback, removed);
  }

  /** The same; resolves when observers have been told. */
  async removeAsync(selector: unknown, callback?: WriteCallback<number>): Promise<number> {
    const removed = this.#remove(selector);
    await this._observeQueue.drain();
    return defer(callback, removed);
  }

  /**
   * Updates the first document that matches, or with `multi` all of them: none if it cannot be done to one.
   * @returns How many were updated (an upsert that inserts: 1), or with `_returnObject` an UpsertResult.
   */
  update(selector: unknown, modifier: unknown, ...rest: UpdateArguments): number | UpsertResult {
    const [options, callback] = readUpdateArguments(rest);
    const result = this.#update(selector, modifier, options);
    void this._observeQueue.drain();
    return defer(callback, result);
  }

  /** The same; resolves when observers have been told. */
  async updateAsync(selector: unknown, modifier: unknown, ...rest: UpdateArguments): Promise<number | UpsertResult> {
    const [options, callback] = readUpdateArguments(rest);
    const result = this.#update(selector, modifier, options);
    await this._observeQueue.drain();
    return defer(callback, result);
  }

  /** An update that inserts a document when there is none. */
  upsert(selector: unknown, modifier: unknown, ...rest: UpdateArguments): UpsertResult {
    const [options, callback] = readUpdateArguments(rest);
    return this.update(selector, modifier, { ...options, upsert: true, _returnObject: true }, callback) as UpsertResult;
  }

  /** The same; resolves when observers have been told. */
  upsertAsync(selector: unknown, modifier: unknown, ...rest: UpdateArguments): Promise<UpsertResult> {
    const [options, callback] = readUpdateArguments(rest);
    const all = { ...options, upsert: true, _returnObject: true };
    return this.updateAsync(selector, modifier, all, callback) as Promise<UpsertResult>;
  }

  /** From now on observers are told nothing, until they are resumed. */
  pauseObservers(): void {
    if (this.paused) return;
    this.paused = true;
    for (const query of Object.values(this.queries)) query.pause();
  }

  /** Tells observers of the difference that there is since they were paused. */
  resumeObservers(): Promise<void> | undefined {
    if (!this.paused) return undefined;
    this.paused = false;
    for (const query of Object.values(this.queries)) query.resume();
    return this._observeQueue.drain();
  }

  resumeObserversClient(): void {
    void this.resumeObservers();
  }

  async resumeObserversServer(): Promise<void> {
    await this.resumeObservers();
  }

  /** From now on remembers what documents were before they were written to. */
  saveOriginals(): void {
    if (this._savedOriginals) throw new Error('Called saveOriginals twice without retrieveOriginals');
    this._savedOriginals = new MinimongoIdMap();
  }

  /** Stops remembering, and gives the documents by id as they were: `undefined` for those that were not there. */
  retrieveOriginals(): MinimongoIdMap<PlainObject | undefined> {
    const originals = this._savedOriginals;
    if (!originals) throw new Error('Called retrieveOriginals without saveOriginals');
    this._savedOriginals = null;
    return originals;
  }

  /**
   * Puts a document in the place of the one with that `_id`, or takes it away, as another database has it. It is not
   * copied: nobody may change it, nor what it has.
   */
  _replicate(id: unknown, document: PlainObject | undefined): Promise<void> | undefined {
    const before = this._docs.get(id);
    if (before === undefined && document === undefined) return undefined;
    this.#commit([{ id, before, after: document }], false);
    return this._observeQueue.drain();
  }

  /** Forgets all documents, which will be replicated again. Observers must be paused. */
  _replicateNothing(): void {
    if (!this.paused) throw new Error('Observers must be paused');
    this.#clear();
  }

  /** Keeps a query up to date, until the function that it gives is called. */
  _addQuery(query: LiveQuery): () => void {
    const number = this.next_qid++;
    this.queries[number] = query;
    const { _selectorId } = query.cursor;
    const key = _selectorId === undefined ? undefined : keyOfId(_selectorId);
    const queries = key === undefined ? this.#generalQueries : (this.#queriesById.get(key) ?? new Set());
    if (key !== undefined) this.#queriesById.set(key, queries);
    queries.add(query);
    return () => {
      delete this.queries[number];
      queries.delete(query);
      if (key !== undefined && queries.size === 0 && this.#queriesById.get(key) === queries) {
        this.#queriesById.delete(key);
      }
    };
  }

  #insert(original: unknown): unknown {
    if (!isPlainObject(original)) throw MinimongoError('A document must be an object');
    const document = EJSON.clone(original);
    assertValidFieldNames(document);
    if (!Object.hasOwn(document, '_id')) {
      document._id = LocalCollection._useOID ? new MongoID.ObjectID() : Random.id();
    }
    const id = document._id;
    if (this._docs.has(id)) throw MinimongoError(`Duplicate _id '${id}'`);
    this.#commit([{ id, before: undefined, after: document }]);
    return id;
  }

  #remove(selector: unknown): number {
    if (this.paused && !this._savedOriginals && isEmptyObject(selector)) return this.#clear();
    const matcher = new Matcher(selector);
    const changes: DocumentChange[] = [];
    this.#eachCandidate(selector, (document) => {
      if (matcher.documentMatches(document).result) {
        changes.push({ id: document._id, before: document, after: undefined });
      }
      return true;
    });
    this.#commit(changes);
    return changes.length;
  }

  /** Takes everything away at once: nobody is to be told of each document. */
  #clear(): number {
    const size = this._docs.size();
    this._docs.clear();
    for (const query of Object.values(this.queries)) query.clear();
    return size;
  }

  #update(selector: unknown, modifier: unknown, options: LocalUpdateOptions): number | UpsertResult {
    const matcher = new Matcher(selector, true);
    // A copy, since documents keep parts of it.
    if (!isPlainObject(modifier)) throw MinimongoError('Modifier must be an object');
    const own = EJSON.clone(modifier);
    if (options._forbidReplace && !isModificationMod(own)) {
      throw MinimongoError('Invalid modifier. Replacements are forbidden.');
    }
    const arrayFilters = compileArrayFilters(options.arrayFilters);
    const changes: DocumentChange[] = [];
    this.#eachCandidate(selector, (document) => {
      const { result, arrayIndices } = matcher.documentMatches(document);
      if (!result) return true;
      const after = applyModifier(document, own, { arrayIndices, arrayFilters });
      changes.push({ id: document._id, before: document, after });
      return Boolean(options.multi);
    });
    this.#commit(changes);
    let affected = changes.length;
    let insertedId: unknown;
    if (affected === 0 && options.upsert) {
      const document = createUpsertDocument(selector, own);
      if (!document._id && options.insertedId) document._id = options.insertedId;
      insertedId = this.#insert(document);
      affected = 1;
    }
    if (!options._returnObject) return affected;
    return {
      numberAffected: affected,
      ...(insertedId !== undefined && { insertedId }),
    } as UpsertResult;
  }

  /** Calls back with the documents that can match, until it returns false. */
  #eachCandidate(selector: unknown, visit: (document: PlainObject) => boolean): void {
    const ids = idsMatchedBySelector(selector);
    if (!ids) {
      for (const document of this._docs._map.values()) if (!visit(document)) return;
      return;
    }
    for (const key of new Set(ids.map(keyOfId))) {
      const document = this._docs._map.get(key);
      if (document && !visit(document)) return;
    }
  }

  /** Makes changes, and has observers told of them when the queue is drained. */
  #commit(changes: readonly DocumentChange[], savesOriginals = true): void {
    for (const change of changes) {
      if (savesOriginals) this.#saveOriginal(change);
      if (change.after) this._docs.set(change.id, change.after);
      else this._docs.remove(change.id);
    }
    const toRecompute = new Set<LiveQuery>();
    for (const change of changes) {
      for (const query of this.#generalQueries) this.#apply(query, change, toRecompute);
      if (this.#queriesById.size === 0) continue;
      const queries = this.#queriesById.get(keyOfId(change.id));
      if (queries) for (const query of queries) this.#apply(query, change, toRecompute);
    }
    for (const query of toRecompute) query.recompute();
  }

  #apply(query: LiveQuery, change: DocumentChange, toRecompute: Set<LiveQuery>): void {
    if (toRecompute.has(query) || !query.apply(change, this.paused)) return;
    if (this.paused) query.dirty = true;
    else toRecompute.add(query);
  }

  #saveOriginal({ id, before }: DocumentChange): void {
    const originals = this._savedOriginals;
    // What has been written to is no longer the original.
    if (originals && !originals.has(id)) originals.set(id, EJSON.clone(before));
  }
}

export type UpdateArguments = [
  options?: LocalUpdateOptions | WriteCallback<number | UpsertResult> | null,
  callback?: WriteCallback<number | UpsertResult>,
];

function readUpdateArguments([options, callback]: UpdateArguments): [
  LocalUpdateOptions,
  WriteCallback<number | UpsertResult> | undefined,
] {
  return typeof options === 'function' ? [{}, callback ?? options] : [options ?? {}, callback];
}

function defer<R>(callback: WriteCallback<R> | undefined, result: R): R {
  if (callback) Meteor.defer(() => callback(null, result));
  return result;
}

function isEmptyObject(value: unknown): boolean {
  return EJSON.equals(value, {});
}
