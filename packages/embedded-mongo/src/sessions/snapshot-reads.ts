import { Timestamp } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { Engine, EngineTransaction } from '../engine/types.js';

/** How long a snapshot can be read again, and how many there are at once: each keeps old pages from being reclaimed. */
const LIFETIME = 60_000;
const MAX_SNAPSHOTS = 16;

interface Snapshot {
  readonly transaction: EngineTransaction;
  readonly expiry: NodeJS.Timeout;
}

/** States of the database that clients read more than once, by the times that they were told. */
export class SnapshotReads {
  readonly #engine: Engine;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * The state at a time, or now. The caller has to read at once, for a new one is the state at its first read.
   * @throws MongoError 239 SnapshotTooOld
   */
  at(time: Timestamp | undefined): { readonly transaction: EngineTransaction; readonly time: Timestamp } {
    const now = new Timestamp(this.#engine.clock.now());
    const wanted = time ?? now;
    const key = wanted.toString();
    const existing = this.#snapshots.get(key);
    if (existing) return { transaction: existing.transaction, time: wanted };
    if (!wanted.equals(now)) {
      throw new MongoError(239, `Read timestamp ${key} is older than the oldest available timestamp.`);
    }
    if (this.#snapshots.size >= MAX_SNAPSHOTS) this.#forgetOldest();
    const transaction = this.#engine.beginTransaction();
    const expiry = setTimeout(() => this.#forget(key), LIFETIME);
    expiry.unref();
    this.#snapshots.set(key, { transaction, expiry });
    return { transaction, time: wanted };
  }

  close(): void {
    for (const key of [...this.#snapshots.keys()]) this.#forget(key);
  }

  #forgetOldest(): void {
    const [oldest] = this.#snapshots.keys();
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(key: string): void {
    const snapshot = this.#snapshots.get(key);
    if (!snapshot) return;
    this.#snapshots.delete(key);
    clearTimeout(snapshot.expiry);
    snapshot.transaction.abort();
  }
}
