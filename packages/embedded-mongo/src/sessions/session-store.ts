import { Binary, type Document } from 'bson';
import { typeMismatch } from '../commands/errors.js';
import { MongoError } from '../engine/mongo-error.js';
import { Session } from './session.js';

const SESSION_TIMEOUT = 30 * 60 * 1000;
const MAX_SESSIONS = 100_000;
const SWEEP_INTERVAL = 60_000;

/** The logical sessions of all clients. One that is not used for 30 minutes ends. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();
  readonly #onEnd: (session: Session) => void;
  readonly #sweeper: NodeJS.Timeout;

  /** @param onEnd Told about each session that ends, by its client or by time. */
  constructor(onEnd: (session: Session) => void) {
    this.#onEnd = onEnd;
    this.#sweeper = setInterval(() => this.#sweep(Date.now() - SESSION_TIMEOUT), SWEEP_INTERVAL);
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  values(): Iterable<Session> {
    return this.#sessions.values();
  }

  /**
   * The session of a command, begun if it is new.
   * @throws MongoError if `lsid` is none, or there are too many sessions.
   */
  use(lsid: unknown, user: string): Session {
    const key = sessionKey(lsid, user);
    let session = this.#sessions.get(key);
    if (!session) {
      if (this.#sessions.size >= MAX_SESSIONS) {
        throw new MongoError(261, `Unable to add session: there are already ${this.#sessions.size}`);
      }
      session = new Session(key);
      this.#sessions.set(key, session);
    }
    session.lastUse = Date.now();
    return session;
  }

  /** Ends a session; its transaction is aborted. Does nothing if there is none. */
  end(lsid: unknown, user: string): void {
    const key = sessionKey(lsid, user);
    const session = this.#sessions.get(key);
    if (session) this.#end(session);
  }

  /** Aborts whatever transaction is open. */
  abortTransactions(): void {
    for (const session of this.#sessions.values()) session.transaction?.abort();
  }

  endAll(): void {
    for (const session of [...this.#sessions.values()]) this.#end(session);
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.endAll();
  }

  #end(session: Session): void {
    this.#sessions.delete(session.key);
    session.transaction?.abort();
    this.#onEnd(session);
  }

  #sweep(oldest: number): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.lastUse < oldest) this.#end(session);
    }
  }
}

function sessionKey(lsid: unknown, user: string): string {
  const id = (lsid as Document | null)?.id;
  if (!(id instanceof Binary) || id.sub_type !== Binary.SUBTYPE_UUID || id.length() !== 16) {
    throw typeMismatch('lsid.id', id, 'uuid');
  }
  return `${id.toString('hex')}${user && `:${user}`}`;
}
