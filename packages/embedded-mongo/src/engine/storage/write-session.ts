import type { Connection } from '../sqlite/connection.js';
import type { Namespace } from '../types.js';
import type { CollectionState } from './collection-state.js';
import type { PendingChange } from './pending-change.js';

type Claim = (state: CollectionState, key: Uint8Array) => void;

/** What one commit writes: gathers its changes and what it does to counts, for when it is committed. */
export class WriteSession {
  readonly connection: Connection;
  readonly changes: PendingChange[] = [];
  /** Thrown after the commit: what ended the work half way, when what was done before it stays. */
  failure: unknown;
  /** Collections made by it, which others see only after the commit. */
  readonly created = new Map<string, CollectionState>();
  readonly #claim: Claim | undefined;
  readonly #totals = new Map<CollectionState, { count: number; size: number }>();
  readonly #afterCommit: ((commit: number) => void)[] = [];
  readonly #afterRollback: (() => void)[] = [];

  /** @param claim told of each document that is about to be written; may refuse it */
  constructor(connection: Connection, claim?: Claim) {
    this.connection = connection;
    this.#claim = claim;
  }

  /** @throws MongoError 112 WriteConflict if another one has written the document meanwhile */
  claim(state: CollectionState, key: Uint8Array): void {
    this.#claim?.(state, key);
  }

  createdCollection(namespace: Namespace): CollectionState | undefined {
    return this.created.get(`${namespace.database}\0${namespace.collection}`);
  }

  record(change: PendingChange): void {
    this.changes.push(change);
  }

  addToTotals(state: CollectionState, count: number, size: number): void {
    const totals = this.#totals.get(state);
    if (totals) {
      totals.count += count;
      totals.size += size;
    } else {
      this.#totals.set(state, { count, size });
    }
  }

  /** What this session has added to a collection so far. */
  ownTotals(state: CollectionState): { readonly count: number; readonly size: number } {
    return this.#totals.get(state) ?? { count: 0, size: 0 };
  }

  /** @param action gets the number of the commit */
  afterCommit(action: (commit: number) => void): void {
    this.#afterCommit.push(action);
  }

  /** Undoes in memory what the rollback undoes in the file. */
  afterRollback(action: () => void): void {
    this.#afterRollback.push(action);
  }

  committed(commit: number): void {
    for (const [state, { count, size }] of this.#totals) state.applyTotals(count, size);
    for (const action of this.#afterCommit) action(commit);
  }

  rolledBack(): void {
    for (const action of this.#afterRollback.reverse()) action();
  }
}
