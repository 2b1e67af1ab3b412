import type { Subscription } from '@bolide/meteor/ddp-common';
import { type Document, type LiveQueryHandle, LocalCollection, type QueryCallbacks } from '@bolide/meteor/minimongo';
import { loadDriver } from '@bolide/meteor/npm-mongo';
import type { Filter, FindCursor } from 'mongodb';
import type { CursorDescription } from '../drivers/types.js';
import type { Reactivity } from '../observe/reactivity.js';
import { fromDatabase } from '../values/from-database.js';
import { toDatabase } from '../values/to-database.js';
import type { Database } from './database.js';
import { driverFindOptions } from './find-options.js';

type Present = (document: Document) => unknown;
type Callback<R> = (document: never, index: number, cursor: DatabaseCursor) => R;

export interface DatabaseCursorOptions {
  readonly database: Database;
  readonly reactivity: Reactivity;
  readonly description: CursorDescription;
}

/** Some of the documents of a collection of a database. Nothing is asked of it before a method wants the documents. */
export class DatabaseCursor {
  readonly _cursorDescription: CursorDescription;
  readonly #database: Database;
  readonly #reactivity: Reactivity;

  constructor({ database, reactivity, description }: DatabaseCursorOptions) {
    this.#database = database;
    this.#reactivity = reactivity;
    this._cursorDescription = description;
  }

  async countAsync(applySkipLimit = true): Promise<number> {
    await this.#database.started();
    const { selector, options } = this._cursorDescription;
    const { skip, limit, projection: _, sort: __, batchSize: ___, ...rest } = driverFindOptions(options);
    return this.#raw.countDocuments(toDatabase(selector, loadDriver()) as Filter<Document>, {
      ...rest,
      ...(applySkipLimit && skip !== undefined && { skip }),
      ...(applySkipLimit && limit !== undefined && { limit }),
    });
  }

  async fetchAsync(): Promise<unknown[]> {
    const present = this.#presenter();
    const documents = await (await this.#open()).toArray();
    return documents.map(present);
  }

  /** Waits for each call before the next. */
  async forEachAsync(callback: Callback<unknown>, thisArg?: unknown): Promise<void> {
    let index = 0;
    for await (const document of this) await callback.call(thisArg, document as never, index++, this);
  }

  /** Waits for each call before the next. */
  async mapAsync<R>(callback: Callback<R | PromiseLike<R>>, thisArg?: unknown): Promise<R[]> {
    const results: R[] = [];
    let index = 0;
    for await (const document of this) results.push(await callback.call(thisArg, document as never, index++, this));
    return results;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    const present = this.#presenter();
    const cursor = await this.#open();
    try {
      for await (const document of cursor) yield present(document);
    } finally {
      await cursor.close();
    }
  }

  [Symbol.iterator](): never {
    throw new Error('Cursors of the server can only be read asynchronously: use `for await`, or fetchAsync().');
  }

  // Here the old names are asynchronous, too.
  count(applySkipLimit?: boolean): Promise<number> {
    return this.countAsync(applySkipLimit);
  }

  fetch(): Promise<unknown[]> {
    return this.fetchAsync();
  }

  forEach(callback: Callback<unknown>, thisArg?: unknown): Promise<void> {
    return this.forEachAsync(callback, thisArg);
  }

  map<R>(callback: Callback<R | PromiseLike<R>>, thisArg?: unknown): Promise<R[]> {
    return this.mapAsync(callback, thisArg);
  }

  observe(callbacks: object): Promise<LiveQueryHandle> {
    return LocalCollection._observeFromObserveChanges(this as never, callbacks as never) as Promise<LiveQueryHandle>;
  }

  observeAsync(callbacks: object): Promise<LiveQueryHandle> {
    return this.observe(callbacks);
  }

  /** Resolves when the callbacks for the first results have been called. */
  async observeChanges(callbacks: object, options: { nonMutatingCallbacks?: boolean } = {}): Promise<LiveQueryHandle> {
    return this.#reactivity.observeChanges(this._cursorDescription, callbacks as QueryCallbacks, {
      sharesFields: options.nonMutatingCallbacks === true,
    });
  }

  observeChangesAsync(callbacks: object, options?: { nonMutatingCallbacks?: boolean }): Promise<LiveQueryHandle> {
    return this.observeChanges(callbacks, options);
  }

  getTransform(): unknown {
    return this._cursorDescription.options.transform ?? null;
  }

  _getCollectionName(): string {
    return this._cursorDescription.collectionName;
  }

  /** Publishes the documents to a client, and their changes. */
  _publishCursor(subscription: Subscription): Promise<LiveQueryHandle> {
    return LocalCollection._publishCursor(this as never, subscription, this._getCollectionName());
  }

  get #raw() {
    return this.#database.rawCollection(this._getCollectionName());
  }

  /** The driver's cursor. Its documents are the driver's, too. */
  async #open(): Promise<FindCursor<Document>> {
    await this.#database.started();
    const { selector, options } = this._cursorDescription;
    const filter = toDatabase(selector, loadDriver()) as Filter<Document>;
    return this.#raw.find(filter, driverFindOptions(options)) as FindCursor<Document>;
  }

  /** Makes what the application sees of a document of the driver. */
  #presenter(): Present {
    const transform = LocalCollection.wrapTransform(this._cursorDescription.options.transform);
    return (document) => {
      const own = fromDatabase(document) as Document;
      return transform ? transform(own) : own;
    };
  }
}
