import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MongoError } from '../mongo-error.js';
import { Connection } from '../sqlite/connection.js';
import { translateSqliteError } from '../sqlite/sqlite-errors.js';
import type { EngineOptions, EngineTransaction } from '../types.js';
import { Catalog } from './catalog.js';
import { ChangeLog } from './change-log.js';
import { Clock } from './clock.js';
import { inspectDataFile, SCHEMA } from './data-file.js';
import { lockDataFolder } from './data-folder-lock.js';
import { WriteSession } from './write-session.js';

export const DATA_FILE = 'data.sqlite';
const DEFAULT_CACHE_BYTES = 32 * 1024 * 1024;
const DEFAULT_CHANGE_LOG_BYTES = 64 * 1024 * 1024;

/** The data file: who may write when, and what belongs to each commit. */
export class Store {
  readonly file: string;
  readonly main: Connection;
  readonly log: ChangeLog;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly #unlock: () => void;
  readonly #listeners = new Set<() => void>();
  #closed = false;

  constructor(options: EngineOptions) {
    const { directory } = options;
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
    this.file = join(directory, DATA_FILE);
    this.#unlock = lockDataFolder(directory);
    try {
      const found = inspectDataFile(this.file);
      this.main = new Connection(this.file, options.cacheBytes ?? DEFAULT_CACHE_BYTES);
      this.main.guard(() => prepareFile(this.main, found));
      this.log = this.main.guard(() => new ChangeLog(this.main, options.changeLogBytes ?? DEFAULT_CHANGE_LOG_BYTES));
      this.catalog = this.main.guard(() => new Catalog(this.main));
      this.clock = new Clock(this.log.lastPosition);
    } catch (error) {
      this.#unlock();
      throw translateSqliteError(error, this.file);
    }
  }

  /** The connection that sees what `transaction`, or who is in none, may see. */
  reader(_transaction: EngineTransaction | undefined): Connection {
    this.#checkOpen();
    return this.main;
  }

  /** Runs `work` within one commit, which happens if it does not throw. */
  write<T>(transaction: EngineTransaction | undefined, work: (session: WriteSession) => T): T {
    this.#checkOpen();
    if (transaction) throw new MongoError(238, 'Transactions are not there yet');
    const { main } = this;
    const session = new WriteSession(main);
    let result: T;
    try {
      main.statement('BEGIN IMMEDIATE').run();
      result = work(session);
      if (session.changes.length > 0) this.log.append(session, this.clock.tick());
      main.statement('COMMIT').run();
    } catch (error) {
      rollBack(main);
      session.rolledBack();
      throw translateSqliteError(error, this.file);
    }
    session.committed();
    if (session.changes.length > 0) for (const listener of this.#listeners) listener();
    if (session.failure !== undefined) throw session.failure;
    return result;
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    this.main.close();
    this.#unlock();
  }

  #checkOpen(): void {
    if (this.#closed) throw new MongoError(11600, 'The database has been closed');
  }
}

function prepareFile(connection: Connection, found: 'new' | 'ours'): void {
  // Looks at the list of tables, so that a damaged file is found before anything is written to it.
  connection.statement('SELECT count(*) AS tables FROM sqlite_schema').get();
  if (found === 'new') connection.exec('PRAGMA page_size = 8192');
  connection.exec('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA synchronous = NORMAL');
  connection.exec('PRAGMA busy_timeout = 1000');
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
