import type { Document } from 'bson';
import { decodeFields, FieldSet } from '../bson/decode.js';
import { isDocument } from '../bson/value-type.js';
import type { Collation } from '../collation/collation.js';
import { KeyExtractor } from '../indexes/index-keys.js';
import { compareValues } from '../keys/compare-values.js';
import { MongoError } from '../mongo-error.js';
import type { SortKey } from '../planner/sort-order.js';
import { fieldOf } from '../query/path.js';
import type { Row, RowStream } from './row.js';

/** Rows that are kept beside their keys, so that they need not be read again; beyond that, only their numbers. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const MAX_KEY_BYTES = 100 * 1024 * 1024;
/** Rows that are handed out between two pauses. */
const ROWS_PER_PIECE = 256;

interface Sortable {
  readonly key: Uint8Array | readonly unknown[];
  readonly record: number;
  readonly bytes: Uint8Array | undefined;
}

/**
 * Gives rows in order. Equal ones stay in the order in which they were found.
 * @param wanted the first so many are enough
 * @param read reads a row once more
 */
export function* sortRows(
  rows: RowStream,
  sort: readonly SortKey[],
  collation: Collation | undefined,
  wanted: number | undefined,
  read: (record: number) => Row | undefined,
): RowStream {
  const { keyOf, compare } = collation ? byCollation(sort, collation) : byBytes(sort);
  let found: Sortable[] = [];
  let keptBytes = 0;
  let keyBytes = 0;
  const cutAt = wanted === undefined ? Number.POSITIVE_INFINITY : Math.max(wanted * 2, wanted + 1000);
  for (const row of rows) {
    if (row === undefined) {
      yield row;
      continue;
    }
    const key = keyOf(row.bytes);
    keyBytes += key.length + 64;
    const keeps = keptBytes + row.bytes.length <= MAX_KEPT_BYTES;
    if (keeps) keptBytes += row.bytes.length;
    found.push({ key, record: row.record, bytes: keeps ? row.bytes : undefined });
    if (found.length >= cutAt) {
      found = found.sort(compare).slice(0, wanted);
      keptBytes = found.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
      keyBytes = found.reduce((sum, { key: kept }) => sum + kept.length + 64, 0);
    }
    if (keyBytes > MAX_KEY_BYTES) {
      throw new MongoError(
        292,
        'Executor error during find command :: caused by :: Sort exceeded memory limit of 104857600 bytes, but did not opt in to external sorting.',
      );
    }
  }
  found.sort(compare);
  yield undefined;
  for (const [i, { record, bytes }] of found.entries()) {
    const row = bytes ? { record, bytes } : read(record);
    if (row) yield row;
    if (i % ROWS_PER_PIECE === 0) yield undefined;
  }
}

interface SortMethod {
  keyOf(bytes: Uint8Array): Sortable['key'];
  compare(a: Sortable, b: Sortable): number;
}

function sortFields(sort: readonly SortKey[]): FieldSet {
  return new FieldSet(sort.map(({ path }) => path.split('.', 1)[0] as string));
}

/** Sorts by keys as indexes have them. */
function byBytes(sort: readonly SortKey[]): SortMethod {
  const fields = sortFields(sort);
  const extractor = new KeyExtractor(sort, undefined);
  return {
    keyOf: (bytes) => leastKey(extractor, decodeFields(bytes, fields)),
    compare: (a, b) => Buffer.compare(a.key as Uint8Array, b.key as Uint8Array),
  };
}

/** Of a document with arrays the least key counts, which for a descending field is that of the greatest element. */
function leastKey(extractor: KeyExtractor, document: Document): Uint8Array {
  const { keys } = extractor.keysOf(document);
  let least = keys[0] as Uint8Array;
  for (const key of keys) if (Buffer.compare(key, least) < 0) least = key;
  return least;
}

/** Sorts by values, since a collation's order has no keys. */
function byCollation(sort: readonly SortKey[], collation: Collation): SortMethod {
  const fields = sortFields(sort);
  const compare = (a: unknown, b: unknown): number => compareValues(a, b, collation.order);
  return {
    keyOf: (bytes) => {
      const document = decodeFields(bytes, fields);
      return sort.map(({ path, direction }) => extremeOf(valuesAt(document, path.split('.')), direction, compare));
    },
    compare: (a, b) => {
      for (const [i, { direction }] of sort.entries()) {
        const order = compare((a.key as unknown[])[i], (b.key as unknown[])[i]);
        if (order !== 0) return order * direction;
      }
      return 0;
    },
  };
}

function extremeOf(
  values: readonly unknown[],
  direction: 1 | -1,
  compare: (a: unknown, b: unknown) => number,
): unknown {
  let extreme = values[0];
  for (const value of values) if (compare(value, extreme) * direction < 0) extreme = value;
  return extreme;
}

function valuesAt(value: unknown, rest: readonly string[]): unknown[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [undefined];
    return value.flatMap((element) => (rest.length === 0 ? [element] : valuesAt(element, rest)));
  }
  const [next, ...others] = rest;
  if (next === undefined) return [value ?? null];
  return isDocument(value) ? valuesAt(fieldOf(value, next), others) : [null];
}
