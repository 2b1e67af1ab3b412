import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MongoError } from '../mongo-error.js';
import { Connection } from '../sqlite/connection.js';
import { translateSqliteError } from '../sqlite/sqlite-errors.js';
import type { EngineOptions, EngineTransaction, Namespace } from '../types.js';
import { Catalog } from './catalog.js';
import { ChangeLog } from './change-log.js';
import { Clock } from './clock.js';
import type { CollectionState } from './collection-state.js';
import { inspectDataFile, SCHEMA } from './data-file.js';
import { lockDataFolder } from './data-folder-lock.js';
import { RecentWrites } from './recent-writes.js';
import { Transaction } from './transaction.js';
import { WriteSession } from './write-session.js';

export const DATA_FILE = 'data.sqlite';
const DEFAULT_CACHE_BYTES = 32 * 1024 * 1024;
const TRANSACTION_CACHE_BYTES = 4 * 1024 * 1024;
const DEFAULT_CHANGE_LOG_BYTES = 64 * 1024 * 1024;
const IDLE_CONNECTIONS = 4;

/** The data file: who may write when, and what belongs to each commit. */
export class Store {
  readonly file: string;
  readonly main: Connection;
  readonly log: ChangeLog;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly #unlock: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #transactions = new Set<Transaction>();
  readonly #idle: Connection[] = [];
  readonly #recentWrites = new RecentWrites();
  /** The transaction that has written and not yet ended. */
  #writer: Transaction | undefined;
  #waiting: (() => void)[] = [];
  #commits = 0;
  #closed = false;

  constructor(options: EngineOptions) {
    const { directory } = options;
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
    this.file = join(directory, DATA_FILE);
    this.#unlock = lockDataFolder(directory);
    let main: Connection | undefined;
    try {
      const found = inspectDataFile(this.file);
      main = new Connection(this.file, options.cacheBytes ?? DEFAULT_CACHE_BYTES);
      prepareFile(main, found);
      this.main = main;
      this.log = new ChangeLog(main, options.changeLogBytes ?? DEFAULT_CHANGE_LOG_BYTES);
      this.catalog = new Catalog(main, (table) => this.#forget(table));
      this.clock = new Clock(this.log.lastPosition);
    } catch (error) {
      main?.close();
      this.#unlock();
      throw translateSqliteError(error, this.file);
    }
  }

  /** How many commits there have been since the start. */
  get commits(): number {
    return this.#commits;
  }

  /** Runs `work`; what SQLite reports in it becomes an error for clients. */
  guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw translateSqliteError(error, this.file);
    }
  }

  /** The connection that sees what `transaction`, or who is in none, may see. */
  reader(transaction: EngineTransaction | undefined): Connection {
    this.#checkOpen();
    return transaction ? ownTransaction(transaction).reader() : this.main;
  }

  state(namespace: Namespace, transaction: EngineTransaction | undefined): CollectionState | undefined {
    const own = transaction && ownTransaction(transaction);
    const created = own?.session?.createdCollection(namespace);
    if (created) return created;
    const state = this.catalog.get(namespace);
    // A collection that is younger than what the transaction sees is not there for it.
    return own && !own.session && state && state.createdAt > own.snapshot ? undefined : state;
  }

  states(database: string, transaction: EngineTransaction | undefined): CollectionState[] {
    const states = this.catalog.ofDatabase(database);
    const created = transaction && ownTransaction(transaction).session?.created.values();
    return [...states, ...[...(created ?? [])].filter(({ namespace }) => namespace.database === database)];
  }

  count(state: CollectionState, transaction: EngineTransaction | undefined): number {
    this.#checkOpen();
    const own = transaction && ownTransaction(transaction).session?.ownTotals(state).count;
    return this.guard(() => state.totals(this.main).count) + (own ?? 0);
  }

  /** Runs `work` within one commit, which happens if it does not throw; in a transaction, within its commit. */
  write<T>(transaction: EngineTransaction | undefined, work: (session: WriteSession) => T): T {
    this.#checkOpen();
    if (transaction) {
      const session = this.guard(() => ownTransaction(transaction).writer());
      return this.guard(() => work(session));
    }
    if (this.#writer) throw writeConflict();
    const { main } = this;
    const claimed: [CollectionState, Uint8Array][] = [];
    const session = new WriteSession(
      main,
      this.#transactions.size > 0 ? (state, key) => claimed.push([state, key]) : undefined,
    );
    let result: T;
    try {
      main.statement('BEGIN IMMEDIATE').run();
      result = work(session);
      this.#logChanges(session);
      main.statement('COMMIT').run();
    } catch (error) {
      rollBack(main);
      session.rolledBack();
      throw translateSqliteError(error, this.file);
    }
    for (const [state, key] of claimed) this.#recentWrites.add(state, key, this.#commits + 1);
    this.#committed(session);
    if (session.failure !== undefined) throw session.failure;
    return result;
  }

  /** Commits what a transaction has written. */
  commitTransaction(session: WriteSession): void {
    this.guard(() => {
      this.#logChanges(session);
      session.connection.exec('COMMIT');
    });
    this.#committed(session);
  }

  beginTransaction(): Transaction {
    this.#checkOpen();
    const transaction = new Transaction(this);
    this.#transactions.add(transaction);
    return transaction;
  }

  isWritable(transaction: EngineTransaction | undefined): boolean {
    return this.#writer === undefined || this.#writer === transaction;
  }

  whenWritable(): Promise<void> {
    if (!this.#writer) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** @throws MongoError 112 WriteConflict if another transaction has it */
  holdWriter(transaction: Transaction): void {
    if (!this.isWritable(transaction)) throw writeConflict();
    this.#writer = transaction;
  }

  /** @throws MongoError 112 WriteConflict if somebody has written the document after that commit */
  checkUnchanged(state: CollectionState, key: Uint8Array, snapshot: number): void {
    if (this.#recentWrites.isAfter(state, key, snapshot)) throw writeConflict();
  }

  takeConnection(): Connection {
    return this.#idle.pop() ?? new Connection(this.file, TRANSACTION_CACHE_BYTES);
  }

  giveBack(connection: Connection): void {
    if (this.#closed || this.#idle.length >= IDLE_CONNECTIONS) connection.close();
    else this.#idle.push(connection);
  }

  /** Lets others write and forgets what was kept for a transaction that has ended. */
  ended(transaction: Transaction): void {
    this.#transactions.delete(transaction);
    if (this.#transactions.size === 0) this.#recentWrites.clear();
    if (this.#writer !== transaction) return;
    this.#writer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    for (const transaction of [...this.#transactions]) transaction.abort();
    this.#closed = true;
    this.#listeners.clear();
    for (const connection of this.#idle) connection.close();
    // The last connection does this by itself when it is closed, unless the binding leaves that to garbage collection.
    try {
      this.main.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What is in the WAL is found there at the next start.
    }
    this.main.close();
    this.#unlock();
  }

  #logChanges(session: WriteSession): void {
    if (session.changes.length > 0) this.log.append(session, this.clock.tick());
  }

  #committed(session: WriteSession): void {
    this.#commits++;
    session.committed(this.#commits);
    if (session.changes.length > 0) for (const listener of this.#listeners) listener();
  }

  #forget(table: string): void {
    this.main.forget(table);
    for (const connection of this.#idle) connection.forget(table);
  }

  #checkOpen(): void {
    if (this.#closed) throw new MongoError(11600, 'The database has been closed');
  }
}

function ownTransaction(transaction: EngineTransaction): Transaction {
  if (transaction instanceof Transaction) return transaction;
  throw new TypeError('A transaction must come from beginTransaction');
}

function writeConflict(): MongoError {
  return new MongoError(
    112,
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    { errorLabels: ['TransientTransactionError'] },
  );
}

function prepareFile(connection: Connection, found: 'new' | 'ours'): void {
  // Looks at the list of tables, so that a damaged file is found before anything is written to it.
  connection.statement('SELECT count(*) AS tables FROM sqlite_schema').get();
  // Each commit writes whole pages, so that larger ones would make small writes slower.
  if (found === 'new') connection.exec('PRAGMA page_size = 4096');
  connection.exec('PRAGMA journal_mode = WAL');
  // Each checkpoint waits for the disk twice: better every 16 MB than every 4.
  connection.exec('PRAGMA wal_autocheckpoint = 4096');
  connection.exec('PRAGMA journal_size_limit = 67108864');
  if (found === 'new') {
    connection.exec(SCHEMA);
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full.
  }
}
