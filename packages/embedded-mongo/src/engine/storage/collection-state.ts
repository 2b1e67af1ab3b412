import type { Connection } from '../sqlite/connection.js';
import type { Namespace } from '../types.js';
import type { CatalogEntry } from './catalog-entry.js';
import type { WriteSession } from './write-session.js';

/** What is kept in memory of a collection. */
export class CollectionState {
  readonly entry: CatalogEntry;
  /** Its table: record number `r` (grows with each insert), key of the `_id` `k`, document `d`. */
  readonly table: string;
  dropped = false;
  #nextRecord: number | undefined;
  #totals: { count: number; size: number } | undefined;

  constructor(entry: CatalogEntry) {
    this.entry = entry;
    this.table = `c${entry.id}_`;
  }

  get namespace(): Namespace {
    return this.entry.namespace;
  }

  indexTables(): string[] {
    return this.entry.indexes.map((index) => this.indexTable(index.number));
  }

  indexTable(number: number): string {
    return `i${this.entry.id}_${number}_`;
  }

  setEmpty(): void {
    this.#nextRecord = 1;
    this.#totals = { count: 0, size: 0 };
  }

  /** The record number for a new document. */
  newRecord(connection: Connection): number {
    this.#nextRecord ??=
      ((connection.statement(`SELECT max(r) AS last FROM ${this.table}`).get()?.last as number | null) ?? 0) + 1;
    return this.#nextRecord++;
  }

  /** How many documents there are and how many bytes they have; counted once, then kept up with. */
  totals(connection: Connection): { readonly count: number; readonly size: number } {
    this.#totals ??= connection
      .statement(`SELECT count(*) AS count, coalesce(sum(length(d)), 0) AS size FROM ${this.table}`)
      .get() as { count: number; size: number };
    return this.#totals;
  }

  addToTotals(session: WriteSession, count: number, size: number): void {
    session.afterCommit(() => {
      if (!this.#totals) return;
      this.#totals = { count: this.#totals.count + count, size: this.#totals.size + size };
    });
  }
}
