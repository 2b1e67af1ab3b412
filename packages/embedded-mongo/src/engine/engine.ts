import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { Collection } from './collection/collection.js';
import { checkCollectionOptions } from './collection/collection-options.js';
import { sweepExpired } from './indexes/sweep-expired.js';
import { MongoError } from './mongo-error.js';
import { checkNamespace } from './storage/namespace.js';
import { Store } from './storage/store.js';
import type {
  Change,
  ChangeToken,
  CollectionInfo,
  CollectionOptions,
  DatabaseInfo,
  Engine,
  EngineCollection,
  EngineOptions,
  EngineTransaction,
  Namespace,
  OperationClock,
} from './types.js';

/** See `Engine`. */
export class SqliteEngine implements Engine {
  readonly #store: Store;

  constructor(options: EngineOptions) {
    this.#store = new Store(options);
  }

  get clock(): OperationClock {
    return this.#store.clock;
  }

  get changeWindow(): { readonly first: ChangeToken | undefined; readonly last: ChangeToken | undefined } {
    const { first, last } = this.#store.log;
    return { first, last };
  }

  listDatabases(): DatabaseInfo[] {
    const sizes = new Map<string, number>();
    for (const state of this.#store.catalog.all()) {
      const { database } = state.namespace;
      sizes.set(database, (sizes.get(database) ?? 0) + state.totals(this.#store.main).size);
    }
    return [...sizes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sizeOnDisk]) => ({ name, sizeOnDisk, empty: false }));
  }

  dropDatabase(database: string): boolean {
    const states = this.#store.catalog.ofDatabase(database);
    if (states.length === 0) return false;
    this.#store.write(undefined, (session) => {
      for (const state of states) {
        const { namespace, entry } = state;
        this.#store.catalog.drop(session, state);
        session.record({ kind: 'drop', source: { namespace, uuid: entry.uuid } });
      }
      session.record({ kind: 'dropDatabase', source: { namespace: { database, collection: '' }, uuid: undefined } });
    });
    return true;
  }

  listCollections(database: string, transaction?: EngineTransaction): CollectionInfo[] {
    return this.#store
      .states(database, transaction)
      .map(({ entry }) => ({ name: entry.namespace.collection, uuid: entry.uuid, options: entry.options }));
  }

  collection(database: string, name: string, transaction?: EngineTransaction): EngineCollection | undefined {
    const state = this.#store.state({ database, collection: name }, transaction);
    return state && new Collection(this.#store, state);
  }

  createCollection(
    database: string,
    name: string,
    options: CollectionOptions,
    transaction?: EngineTransaction,
  ): EngineCollection {
    const namespace = { database, collection: name };
    checkNamespace(namespace);
    checkCollectionOptions(options);
    if (this.#store.state(namespace, transaction)) {
      throw new MongoError(48, `Collection ${database}.${name} already exists.`);
    }
    return this.#store.write(transaction, (session) => {
      const state = this.#store.catalog.create(session, namespace, options);
      session.record({
        kind: 'create',
        source: { namespace, uuid: state.entry.uuid },
        operationDescription: { ...options },
      });
      return new Collection(this.#store, state);
    });
  }

  dropCollection(database: string, name: string): boolean {
    const state = this.#store.catalog.get({ database, collection: name });
    if (!state) return false;
    this.#store.write(undefined, (session) => {
      this.#store.catalog.drop(session, state);
      session.record({ kind: 'drop', source: { namespace: { database, collection: name }, uuid: state.entry.uuid } });
    });
    return true;
  }

  renameCollection(from: Namespace, to: Namespace, dropTarget: boolean): void {
    checkNamespace(to);
    const { catalog } = this.#store;
    const state = catalog.get(from);
    if (!state) throw new MongoError(26, `Source collection ${from.database}.${from.collection} does not exist`);
    const target = catalog.get(to);
    if (target === state) throw new MongoError(20, "Can't rename a collection to itself");
    if (target && !dropTarget) throw new MongoError(48, 'target namespace exists');
    this.#store.write(undefined, (session) => {
      if (target) {
        catalog.drop(session, target);
        session.record({ kind: 'drop', source: { namespace: to, uuid: target.entry.uuid } });
      }
      catalog.rename(session, state, to);
      session.record({ kind: 'rename', source: { namespace: from, uuid: state.entry.uuid }, to });
    });
  }

  beginTransaction(): EngineTransaction {
    return this.#store.beginTransaction();
  }

  isWritable(transaction?: EngineTransaction): boolean {
    return this.#store.isWritable(transaction);
  }

  whenWritable(): Promise<void> {
    return this.#store.whenWritable();
  }

  changes(after: ChangeToken | undefined): Iterable<Change> {
    return this.#store.log.changes(after);
  }

  onCommit(listener: () => void): () => void {
    return this.#store.onCommit(listener);
  }

  sweepExpired(now: Date = new Date()): number {
    return this.#store.isWritable(undefined) ? sweepExpired(this.#store, now) : 0;
  }

  /** What has been committed is in the WAL; a WAL that is on the disk makes it safe. */
  flush(): void {
    const wal = `${this.#store.file}-wal`;
    if (!existsSync(wal)) return;
    const descriptor = openSync(wal, 'r+');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  close(): void {
    this.#store.close();
  }
}
