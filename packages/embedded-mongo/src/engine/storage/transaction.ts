import { MongoError } from '../mongo-error.js';
import type { Connection } from '../sqlite/connection.js';
import type { EngineTransaction } from '../types.js';
import type { Store } from './store.js';
import { WriteSession } from './write-session.js';

/** See `Engine.beginTransaction`. Has a connection of its own, so that others do not see what it has not committed. */
export class Transaction implements EngineTransaction {
  readonly #store: Store;
  #connection: Connection | undefined;
  #session: WriteSession | undefined;
  #state: EngineTransaction['state'] = 'active';
  /** How many commits its reads see. */
  #snapshot: number | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  get state(): EngineTransaction['state'] {
    return this.#state;
  }

  /** What it has written so far. */
  get session(): WriteSession | undefined {
    return this.#session;
  }

  /** The number of the last commit that it sees. */
  get snapshot(): number {
    return this.#snapshot ?? Number.POSITIVE_INFINITY;
  }

  /** The connection to read with; its first use fixes the state that is seen. */
  reader(): Connection {
    this.#checkActive();
    if (!this.#connection) {
      this.#connection = this.#store.takeConnection();
      this.#connection.exec('BEGIN');
      this.#connection.statement('SELECT count(*) AS tables FROM sqlite_schema').get();
      this.#snapshot = this.#store.commits;
    }
    return this.#connection;
  }

  /** @throws MongoError 112 WriteConflict if another transaction is writing */
  writer(): WriteSession {
    const connection = this.reader();
    if (this.#session) return this.#session;
    this.#store.holdWriter(this);
    // From here on it sees the newest state: nobody can have written between the two statements.
    connection.exec('COMMIT');
    connection.exec('BEGIN IMMEDIATE');
    this.#session = new WriteSession(connection, (state, key) => this.#store.checkUnchanged(state, key, this.snapshot));
    return this.#session;
  }

  commit(): void {
    this.#checkActive();
    try {
      if (this.#session) this.#store.commitTransaction(this.#session);
      else this.#connection?.exec('COMMIT');
      this.#state = 'committed';
    } finally {
      if (this.#state === 'active') this.abort();
      else this.#release();
    }
  }

  abort(): void {
    if (this.#state !== 'active') return;
    this.#state = 'aborted';
    try {
      this.#connection?.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
    this.#session?.rolledBack();
    this.#release();
  }

  #release(): void {
    if (this.#connection) this.#store.giveBack(this.#connection);
    this.#connection = undefined;
    this.#store.ended(this);
  }

  #checkActive(): void {
    if (this.#state !== 'active') throw new MongoError(251, `The transaction has been ${this.#state}`);
  }
}
