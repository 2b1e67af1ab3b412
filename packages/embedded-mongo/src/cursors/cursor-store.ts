import { randomBytes } from 'node:crypto';
import { Long } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { Namespace } from '../engine/types.js';
import type { Session } from '../sessions/session.js';
import type { CursorSource } from './cursor.js';

const CURSOR_TIMEOUT = 10 * 60 * 1000;
const SWEEP_INTERVAL = 30_000;
/** Each holds a read position in the database. */
const MAX_CURSORS = 20_000;

/** A cursor that is open between two commands. */
export interface StoredCursor {
  readonly id: Long;
  readonly namespace: Namespace;
  readonly source: CursorSource;
  readonly session: Session | undefined;
  readonly noTimeout: boolean;
  /** Waits for new data when there is none. */
  readonly awaitsData: boolean;
  readonly transactionNumber: bigint | undefined;
  /** The user who opened it. */
  readonly user: string;
  lastUse: number;
  /** A command is drawing from it. */
  busy: boolean;
  /** Why it cannot go on, told to whoever asks next. */
  failure: MongoError | undefined;
  /** To be closed once the command that draws from it has finished. */
  killed: boolean;
}

export interface NewCursor {
  readonly namespace: Namespace;
  readonly source: CursorSource;
  readonly session: Session | undefined;
  readonly noTimeout: boolean;
  readonly awaitsData: boolean;
  readonly transactionNumber: bigint | undefined;
  readonly user: string;
}

/** The cursors that clients have not read to the end. */
export class CursorStore {
  readonly #cursors = new Map<string, StoredCursor>();
  readonly #sweeper: NodeJS.Timeout;

  constructor() {
    this.#sweeper = setInterval(() => this.#sweep(Date.now() - CURSOR_TIMEOUT), SWEEP_INTERVAL);
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#cursors.size;
  }

  add(cursor: NewCursor): StoredCursor {
    if (this.#cursors.size >= MAX_CURSORS) {
      cursor.source.close();
      throw new MongoError(146, `There are already ${MAX_CURSORS} open cursors`);
    }
    const stored: StoredCursor = {
      ...cursor,
      id: this.#newId(),
      lastUse: Date.now(),
      busy: false,
      failure: undefined,
      killed: false,
    };
    this.#cursors.set(stored.id.toString(), stored);
    return stored;
  }

  get(id: Long): StoredCursor | undefined {
    return this.#cursors.get(id.toString());
  }

  /** Ends a cursor; `false` if there is none by that id. */
  kill(id: Long): boolean {
    const cursor = this.get(id);
    if (!cursor) return false;
    this.#remove(cursor);
    return true;
  }

  /** Lets those that read from a collection (of a database, if none is named) fail at their next step. */
  invalidate(database: string, collection: string | undefined, reason: MongoError): void {
    for (const cursor of this.#cursors.values()) {
      const { namespace, source } = cursor;
      if (source.survivesDrop || namespace.database !== database) continue;
      if (collection === undefined || namespace.collection === collection) cursor.failure = reason;
    }
  }

  killOfSession(session: Session): void {
    for (const cursor of [...this.#cursors.values()]) {
      if (cursor.session === session) this.#remove(cursor);
    }
  }

  killOfTransaction(session: Session, number: bigint): void {
    for (const cursor of [...this.#cursors.values()]) {
      if (cursor.session === session && cursor.transactionNumber === number) this.#remove(cursor);
    }
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const cursor of [...this.#cursors.values()]) this.#remove(cursor);
  }

  #remove(cursor: StoredCursor): void {
    this.#cursors.delete(cursor.id.toString());
    cursor.killed = true;
    if (!cursor.busy) cursor.source.close();
  }

  #newId(): Long {
    for (;;) {
      // Positive, so that every client shows it alike; random, so that nobody guesses another's.
      const id = Long.fromBytesLE([...randomBytes(8)]).and(Long.MAX_VALUE);
      if (!id.isZero() && !this.#cursors.has(id.toString())) return id;
    }
  }

  #sweep(oldest: number): void {
    for (const cursor of [...this.#cursors.values()]) {
      if (!cursor.noTimeout && !cursor.busy && cursor.lastUse < oldest) this.#remove(cursor);
    }
  }
}
