import { EJSON } from '@bolide/meteor/ejson';
import { type Document, LocalCollection, type UpsertResult } from '@bolide/meteor/minimongo';
import { loadDriver } from '@bolide/meteor/npm-mongo';
import type {
  BulkWriteOptions,
  CreateIndexesOptions,
  Filter,
  OptionalUnlessRequiredId,
  Collection as RawCollection,
} from 'mongodb';
import { rewriteSelector } from '../collection/selectors.js';
import { serverError } from '../drivers/server-error.js';
import type { DriverCollection } from '../drivers/types.js';
import type { Reactivity } from '../observe/reactivity.js';
import { fromDatabase } from '../values/from-database.js';
import { toDatabase } from '../values/to-database.js';
import type { Database } from './database.js';
import { DatabaseCursor } from './database-cursor.js';
import { fencedWrite, type WriteOutcome } from './fenced-write.js';
import { driverFindOptions } from './find-options.js';
import { runUpdate, type UpdateRequest } from './update.js';

/** The documents of one collection of a database. */
export class DatabaseCollection implements DriverCollection {
  readonly name: string;
  readonly #database: Database;
  readonly #reactivity: Reactivity;

  constructor(name: string, database: Database, reactivity: Reactivity) {
    this.name = name;
    this.#database = database;
    this.#reactivity = reactivity;
  }

  // ---- reading

  find(selector: unknown, options: Document = {}): DatabaseCursor {
    return new DatabaseCursor({
      database: this.#database,
      reactivity: this.#reactivity,
      description: { collectionName: this.name, selector: rewriteSelector(selector), options },
    });
  }

  findOne(): never {
    throw serverError('findOne');
  }

  async findOneAsync(selector: unknown, options: Document = {}): Promise<Document | undefined> {
    const [document] = await this.find(selector, { ...options, limit: 1 }).fetchAsync();
    return document as Document | undefined;
  }

  async countDocuments(selector: unknown = {}, options: Document = {}): Promise<number> {
    await this.#database.started();
    return this.rawCollection().countDocuments(this.#toDatabase(rewriteSelector(selector)), driverFindOptions(options));
  }

  async estimatedDocumentCount(options: Document = {}): Promise<number> {
    await this.#database.started();
    return this.rawCollection().estimatedDocumentCount(options);
  }

  // ---- writing

  insertAsync(document: unknown): Promise<unknown> {
    return this.#write(undefined, async (options) => {
      assertPlain(document, 'Only plain objects may be inserted into MongoDB');
      const { insertedId } = await this.rawCollection().insertOne(
        this.#toDatabase(document) as OptionalUnlessRequiredId<Document>,
        options,
      );
      return { result: fromDatabase(insertedId), hasChanged: true };
    });
  }

  updateAsync(selector: unknown, modifier: unknown, options: Document = {}): Promise<unknown> {
    return this.#write(options.upsert ? undefined : selector, async (driverOptions) => {
      assertPlain(modifier, 'Only plain objects may be used as replacement documents in MongoDB');
      const outcome = await runUpdate(this.rawCollection(), {
        selector: rewriteSelector(selector),
        modifier: modifier as Document,
        options,
        driverOptions,
        toDatabase: this.#toDatabase,
      } satisfies UpdateRequest);
      return { ...outcome, result: options._returnObject ? outcome.result : outcome.result.numberAffected };
    });
  }

  upsertAsync(selector: unknown, modifier: unknown, options?: Document): Promise<UpsertResult> {
    return this.updateAsync(selector, modifier, {
      ...options,
      upsert: true,
      _returnObject: true,
    }) as Promise<UpsertResult>;
  }

  removeAsync(selector: unknown): Promise<number> {
    const own = rewriteSelector(selector);
    return this.#write(own, async (options) => {
      const { deletedCount } = await this.rawCollection().deleteMany(this.#toDatabase(own), options);
      return { result: deletedCount, hasChanged: deletedCount > 0 };
    });
  }

  insert(): never {
    throw serverError('insert');
  }

  update(): never {
    throw serverError('update');
  }

  upsert(): never {
    throw serverError('upsert');
  }

  remove(): never {
    throw serverError('remove');
  }

  // ---- indexes and the collection itself

  async createIndexAsync(index: unknown, options: Document = {}): Promise<string> {
    await this.#database.started();
    return this.rawCollection().createIndex(index as never, options as CreateIndexesOptions);
  }

  async dropIndexAsync(index: unknown): Promise<void> {
    await this.#database.started();
    await this.rawCollection().dropIndex(index as string);
  }

  async dropCollectionAsync(): Promise<void> {
    await this.#write(undefined, async () => {
      await this.rawCollection().drop();
      return { result: undefined, hasChanged: true };
    });
  }

  async createCappedCollectionAsync(byteSize?: number, maxDocuments?: number): Promise<void> {
    await this.#database.started();
    await this.#database.db.createCollection(this.name, {
      capped: true,
      ...(byteSize !== undefined && { size: byteSize }),
      ...(maxDocuments !== undefined && { max: maxDocuments }),
    });
  }

  rawCollection(): RawCollection<Document> {
    return this.#database.rawCollection(this.name) as unknown as RawCollection<Document>;
  }

  readonly #toDatabase = (value: unknown): Filter<Document> => toDatabase(value, loadDriver()) as Filter<Document>;

  #write<R>(
    selector: unknown,
    write: (options: Pick<BulkWriteOptions, 'session'>) => Promise<WriteOutcome<R>>,
  ): Promise<R> {
    return fencedWrite({
      database: this.#database,
      reactivity: this.#reactivity,
      collection: this.name,
      selector,
      write: write as never,
    });
  }
}

function assertPlain(value: unknown, message: string): void {
  if (!LocalCollection._isPlainObject(value) || EJSON._isCustomType(value)) throw new Error(message);
}
