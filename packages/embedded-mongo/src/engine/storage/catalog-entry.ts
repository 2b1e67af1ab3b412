import type { Binary } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { CollectionOptions, IndexSpecification, Namespace } from '../types.js';

/** A secondary index as the catalog keeps it. */
export interface IndexEntry {
  /** Which table it has: `i<collection id>_<number>`. */
  readonly number: number;
  readonly specification: IndexSpecification;
  /** Positions of the fields of its key at which some document has an array. */
  multikey: readonly number[];
}

/** What the data file says of a collection beside its documents. */
export interface CatalogEntry {
  readonly id: number;
  namespace: Namespace;
  readonly uuid: Uint8Array;
  options: CollectionOptions;
  indexes: IndexEntry[];
  nextIndexNumber: number;
}

export function encodeCatalogEntry(entry: CatalogEntry): Uint8Array {
  const { uuid, options, indexes, nextIndexNumber } = entry;
  return encodeDocument({ uuid, options, indexes, nextIndexNumber });
}

export function decodeCatalogEntry(id: number, namespace: Namespace, bytes: Uint8Array): CatalogEntry {
  const { uuid, options, indexes, nextIndexNumber } = decodeDocument(bytes) as {
    uuid: Binary;
    options: CollectionOptions;
    indexes: IndexEntry[];
    nextIndexNumber: number;
  };
  return { id, namespace, uuid: uuid.buffer, options, indexes, nextIndexNumber };
}
