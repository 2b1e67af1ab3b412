import type { Connection } from '../sqlite/connection.js';
import type { PendingChange } from './pending-change.js';

/** What one commit writes: gathers its changes and what it does to counts, for when it is committed. */
export class WriteSession {
  readonly connection: Connection;
  readonly changes: PendingChange[] = [];
  /** Thrown after the commit: what ended the work half way, when what was done before it stays. */
  failure: unknown;
  readonly #afterCommit: (() => void)[] = [];
  readonly #afterRollback: (() => void)[] = [];

  constructor(connection: Connection) {
    this.connection = connection;
  }

  record(change: PendingChange): void {
    this.changes.push(change);
  }

  afterCommit(action: () => void): void {
    this.#afterCommit.push(action);
  }

  /** Undoes in memory what the rollback undoes in the file. */
  afterRollback(action: () => void): void {
    this.#afterRollback.push(action);
  }

  committed(): void {
    for (const action of this.#afterCommit) action();
  }

  rolledBack(): void {
    for (const action of this.#afterRollback.reverse()) action();
  }
}
