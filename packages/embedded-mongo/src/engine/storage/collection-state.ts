import type { Document } from 'bson';
import { FieldSet } from '../bson/decode.js';
import { type Collation, compileCollation } from '../collation/collation.js';
import { defineIndex, type IndexDefinition } from '../indexes/index-definition.js';
import { type CompiledFilter, compileFilter } from '../query/compile-filter.js';
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
  /** The number of the commit that made it, 0 if it was there at the start. */
  createdAt = 0;
  /** How many bytes its documents have, as far as reads have shown; 0 if there was none yet. */
  typicalBytes = 0;
  #nextRecord: number | undefined;
  #totals: { count: number; size: number } | undefined;
  #indexes: readonly IndexDefinition[] | undefined;
  #indexFields: FieldSet | undefined;
  #collation: { readonly value: Collation | undefined } | undefined;
  #validator: { readonly value: CompiledFilter | undefined } | undefined;

  constructor(entry: CatalogEntry) {
    this.entry = entry;
    this.table = `c${entry.id}_`;
  }

  get namespace(): Namespace {
    return this.entry.namespace;
  }

  /** `database.collection` */
  get namespaceText(): string {
    return `${this.entry.namespace.database}.${this.entry.namespace.collection}`;
  }

  /** The secondary indexes. */
  get indexes(): readonly IndexDefinition[] {
    this.#indexes ??= this.entry.indexes.map((index) => defineIndex(index, this.indexTable(index.number)));
    return this.#indexes;
  }

  /** The top-level fields that the indexes need, `undefined` if they need all. */
  get indexFields(): FieldSet | undefined {
    if (this.indexes.some(({ fields }) => fields === undefined)) return undefined;
    this.#indexFields ??= new FieldSet(this.indexes.flatMap(({ fields }) => fields?.names ?? []));
    return this.#indexFields;
  }

  /** The collation that queries have unless they say another. */
  get collation(): Collation | undefined {
    this.#collation ??= { value: compileCollation(this.entry.options.collation) };
    return this.#collation.value;
  }

  get validator(): CompiledFilter | undefined {
    const { validator } = this.entry.options;
    this.#validator ??= { value: hasFields(validator) ? compileFilter(validator) : undefined };
    return this.#validator.value;
  }

  /** To be called when indexes or options in the entry have changed. */
  entryChanged(): void {
    this.#indexes = undefined;
    this.#indexFields = undefined;
    this.#collation = undefined;
    this.#validator = undefined;
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
    this.#totals ??= countTotals(connection, this.table);
    return this.#totals;
  }

  addToTotals(session: WriteSession, count: number, size: number): void {
    session.addToTotals(this, count, size);
  }

  /** Takes over what a commit has changed. */
  applyTotals(count: number, size: number): void {
    if (!this.#totals) return;
    this.#totals = { count: this.#totals.count + count, size: this.#totals.size + size };
  }
}

export function countTotals(connection: Connection, table: string): { count: number; size: number } {
  return connection.statement(`SELECT count(*) AS count, coalesce(sum(length(d)), 0) AS size FROM ${table}`).get() as {
    count: number;
    size: number;
  };
}

function hasFields(document: Document | undefined): document is Document {
  return document !== undefined && Object.keys(document).length > 0;
}
