import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { Collection } from './collection.js';
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
        session.record({ kind: 'drop', namespace, collectionUuid: entry.uuid });
      }
      session.record({ kind: 'dropDatabase', namespace: { database, collection: '' } });
    });
    return true;
  }

  listCollections(database: string, _transaction?: EngineTransaction): CollectionInfo[] {
    return this.#store.catalog
      .ofDatabase(database)
      .map(({ entry }) => ({ name: entry.namespace.collection, uuid: entry.uuid, options: entry.options }));
  }

  collection(database: string, name: string, _transaction?: EngineTransaction): EngineCollection | undefined {
    const state = this.#store.catalog.get({ database, collection: name });
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
    if (this.#store.catalog.get(namespace)) {
      throw new MongoError(48, `Collection ${database}.${name} already exists.`);
    }
    return this.#store.write(transaction, (session) => {
      const state = this.#store.catalog.create(session, namespace, options);
      session.record({ kind: 'create', namespace, collectionUuid: state.entry.uuid });
      return new Collection(this.#store, state);
    });
  }

  dropCollection(database: string, name: string): boolean {
    const state = this.#store.catalog.get({ database, collection: name });
    if (!state) return false;
    this.#store.write(undefined, (session) => {
      this.#store.catalog.drop(session, state);
      session.record({ kind: 'drop', namespace: { database, collection: name }, collectionUuid: state.entry.uuid });
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
        session.record({ kind: 'drop', namespace: to, collectionUuid: target.entry.uuid });
      }
      catalog.rename(session, state, to);
      session.record({ kind: 'rename', namespace: from, to, collectionUuid: state.entry.uuid });
    });
  }

  beginTransaction(): EngineTransaction {
    throw new MongoError(238, 'Transactions are not there yet');
  }

  isWritable(_transaction?: EngineTransaction): boolean {
    return true;
  }

  whenWritable(): Promise<void> {
    return Promise.resolve();
  }

  changes(after: ChangeToken | undefined): Iterable<Change> {
    return this.#store.log.changes(after);
  }

  onCommit(listener: () => void): () => void {
    return this.#store.onCommit(listener);
  }

  sweepExpired(_now?: Date): number {
    return 0;
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
