import type { Engine, EngineTransaction } from '../engine/types.js';

/** A transaction of several commands. */
export class SessionTransaction {
  readonly number: bigint;
  readonly engineTransaction: EngineTransaction;
  readonly #expiry: NodeJS.Timeout;

  /** @param lifetime Milliseconds until it is aborted, since others wait for it. */
  constructor(number: bigint, engine: Engine, lifetime: number) {
    this.number = number;
    this.engineTransaction = engine.beginTransaction();
    this.#expiry = setTimeout(() => this.abort(), lifetime);
    this.#expiry.unref();
  }

  get state(): EngineTransaction['state'] {
    return this.engineTransaction.state;
  }

  /** @throws MongoError if the engine cannot; the transaction is aborted then. */
  commit(): void {
    clearTimeout(this.#expiry);
    try {
      this.engineTransaction.commit();
    } catch (error) {
      this.engineTransaction.abort();
      throw error;
    }
  }

  /** Does nothing if it has ended. */
  abort(): void {
    clearTimeout(this.#expiry);
    this.engineTransaction.abort();
  }
}
