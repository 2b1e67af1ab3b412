import { randomBytes } from 'node:crypto';
import type { IndexDefinition } from '../indexes/index-definition.js';
import type { Connection } from '../sqlite/connection.js';
import type { CollectionOptions, Namespace } from '../types.js';
import { decodeCatalogEntry, encodeCatalogEntry } from './catalog-entry.js';
import { CollectionState } from './collection-state.js';
import type { WriteSession } from './write-session.js';

/** All collections, in memory and in the file. */
export class Catalog {
  readonly #collections = new Map<string, CollectionState>();
  #nextId = 1;

  readonly #forget: (table: string) => void;

  /** @param forget drops prepared statements that use a table */
  constructor(connection: Connection, forget: (table: string) => void) {
    this.#forget = forget;
    for (const row of connection.statement('SELECT id, database, name, entry FROM collections').all()) {
      const namespace = { database: row.database as string, collection: row.name as string };
      const entry = decodeCatalogEntry(row.id as number, namespace, row.entry as Uint8Array);
      this.#collections.set(keyOf(namespace), new CollectionState(entry));
      this.#nextId = Math.max(this.#nextId, entry.id + 1);
    }
  }

  get(namespace: Namespace): CollectionState | undefined {
    return this.#collections.get(keyOf(namespace));
  }

  all(): IterableIterator<CollectionState> {
    return this.#collections.values();
  }

  ofDatabase(database: string): CollectionState[] {
    return [...this.#collections.values()].filter((state) => state.namespace.database === database);
  }

  create(session: WriteSession, namespace: Namespace, options: CollectionOptions): CollectionState {
    const state = new CollectionState({
      id: this.#nextId++,
      namespace,
      uuid: newUuid(),
      options,
      indexes: [],
      nextIndexNumber: 1,
    });
    session.connection.exec(
      `CREATE TABLE ${state.table} (r INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL)`,
    );
    session.connection
      .statement('INSERT INTO collections (id, database, name, entry) VALUES (?, ?, ?, ?)')
      .run(state.entry.id, namespace.database, namespace.collection, encodeCatalogEntry(state.entry));
    state.setEmpty();
    session.created.set(keyOf(namespace), state);
    session.afterCommit((commit) => {
      state.createdAt = commit;
      this.#collections.set(keyOf(namespace), state);
    });
    return state;
  }

  drop(session: WriteSession, state: CollectionState): void {
    const { connection } = session;
    for (const table of [...state.indexTables(), state.table]) {
      this.#forget(table);
      connection.exec(`DROP TABLE ${table}`);
    }
    connection.statement('DELETE FROM collections WHERE id = ?').run(state.entry.id);
    const key = keyOf(state.namespace);
    this.#collections.delete(key);
    state.dropped = true;
    session.afterRollback(() => {
      this.#collections.set(key, state);
      state.dropped = false;
    });
  }

  rename(session: WriteSession, state: CollectionState, to: Namespace): void {
    const from = state.namespace;
    session.connection
      .statement('UPDATE collections SET database = ?, name = ? WHERE id = ?')
      .run(to.database, to.collection, state.entry.id);
    const move = (a: Namespace, b: Namespace): void => {
      this.#collections.delete(keyOf(a));
      state.entry.namespace = b;
      this.#collections.set(keyOf(b), state);
    };
    move(from, to);
    session.afterRollback(() => move(to, from));
  }

  /** Takes down that documents have arrays at fields of an index. */
  noteArrays(
    session: WriteSession,
    state: CollectionState,
    { entry }: IndexDefinition,
    arrays: readonly boolean[],
  ): void {
    const before = entry.multikey;
    const added = arrays.flatMap((isArray, part) => (isArray && !before.includes(part) ? [part] : []));
    if (added.length === 0) return;
    entry.multikey = [...before, ...added].sort((a, b) => a - b);
    session.afterRollback(() => {
      entry.multikey = before;
    });
    if (state.entry.indexes.includes(entry)) this.save(session, state);
  }

  /** Writes an entry that has been changed in memory. */
  save(session: WriteSession, state: CollectionState): void {
    session.connection
      .statement('UPDATE collections SET entry = ? WHERE id = ?')
      .run(encodeCatalogEntry(state.entry), state.entry.id);
  }
}

function keyOf(namespace: Namespace): string {
  return `${namespace.database}\0${namespace.collection}`;
}

function newUuid(): Uint8Array {
  const uuid = new Uint8Array(randomBytes(16));
  uuid[6] = ((uuid[6] as number) & 0x0f) | 0x40;
  uuid[8] = ((uuid[8] as number) & 0x3f) | 0x80;
  return uuid;
}
