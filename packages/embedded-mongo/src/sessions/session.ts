import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { SessionTransaction } from './session-transaction.js';

/** One logical session of a client. */
export class Session {
  readonly key: string;
  lastUse = Date.now();
  transaction: SessionTransaction | undefined;
  #number = -1n;
  #statements = new Map<number, Document>();

  constructor(key: string) {
    this.key = key;
  }

  /** Number of the latest retryable write or transaction. */
  get number(): bigint {
    return this.#number;
  }

  /**
   * Takes up a retryable write or a transaction with this number. Results of an earlier number are forgotten, as its
   * client does not retry any more.
   * @throws MongoError 225 TransactionTooOld
   */
  advanceTo(number: bigint): void {
    if (number < this.#number) {
      throw new MongoError(
        225,
        `Cannot start transaction ${number} on session ${this.key} because a newer transaction ${this.#number} has already started`,
      );
    }
    if (number === this.#number) return;
    this.#number = number;
    this.#statements = new Map();
  }

  /** What the statement answered when it was run before, under the current number. */
  resultOf(statement: number): Document | undefined {
    return this.#statements.get(statement);
  }

  remember(statement: number, result: Document): void {
    this.#statements.set(statement, result);
  }
}
