import type { CollectionState } from './collection-state.js';

/** Beyond so many, everything counts as written: a transaction open for that long has to be tried again. */
const MOST = 500_000;

/** Which documents were written by which commit, kept while transactions are open that might write them too. */
export class RecentWrites {
  readonly #commits = new Map<string, number>();
  #overflowedAt = 0;

  add(state: CollectionState, key: Uint8Array, commit: number): void {
    if (this.#commits.size >= MOST) {
      this.#overflowedAt = commit;
      this.#commits.clear();
    }
    this.#commits.set(nameOf(state, key), commit);
  }

  isAfter(state: CollectionState, key: Uint8Array, commit: number): boolean {
    if (this.#overflowedAt > commit) return true;
    const written = this.#commits.get(nameOf(state, key));
    return written !== undefined && written > commit;
  }

  clear(): void {
    this.#commits.clear();
    this.#overflowedAt = 0;
  }
}

function nameOf(state: CollectionState, key: Uint8Array): string {
  return `${state.entry.id}:${Buffer.from(key).toString('latin1')}`;
}
