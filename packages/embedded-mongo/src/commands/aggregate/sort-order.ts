import type { Document } from 'bson';
import { isDocument } from '../../engine/bson/value-type.js';
import { compareValues, type TextOrder } from '../../engine/keys/compare-values.js';
import { MongoError } from '../../engine/mongo-error.js';
import { toNumber } from '../arguments.js';

/** Compares documents by some of their fields. */
export interface SortOrder {
  keyOf(document: Document): unknown[];
  compare(a: readonly unknown[], b: readonly unknown[]): number;
}

interface SortField {
  readonly names: readonly string[];
  readonly direction: 1 | -1;
}

const MAX_FIELDS = 32;

/** Reads `{ a: 1, 'b.c': -1 }`. */
export function sortOrder(pattern: Document, textOrder: TextOrder | undefined): SortOrder {
  const fields = Object.entries(pattern).map(
    ([path, direction]): SortField => ({
      names: path.split('.'),
      direction: readDirection(path, direction),
    }),
  );
  if (fields.length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  if (fields.length > MAX_FIELDS) throw new MongoError(13103, 'too many compound keys');
  return {
    keyOf: (document) => fields.map(({ names, direction }) => keyValue(document, names, direction, textOrder)),
    compare(a, b) {
      for (let index = 0; index < fields.length; index++) {
        const order = compareValues(a[index], b[index], textOrder);
        if (order !== 0) return order * (fields[index] as SortField).direction;
      }
      return 0;
    },
  };
}

function readDirection(path: string, value: unknown): 1 | -1 {
  if (isDocument(value)) throw new MongoError(238, `Sorting '${path}' by { $meta } is not supported in a pipeline`);
  const number = toNumber(value);
  if (number !== 1 && number !== -1) {
    throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  return number;
}

/** Of several values, the least when ascending and the greatest when descending. A missing value is as `null`. */
function keyValue(
  document: Document,
  names: readonly string[],
  direction: 1 | -1,
  textOrder: TextOrder | undefined,
): unknown {
  let best: unknown = NONE;
  for (const value of leaves(document, names, 0)) {
    if (best === NONE || compareValues(value, best, textOrder) * direction < 0) best = value;
  }
  return best === NONE ? null : best;
}

const NONE = Symbol('none');

function* leaves(value: unknown, names: readonly string[], depth: number): Generator<unknown> {
  const name = names[depth];
  if (name === undefined) {
    // An empty array counts as less than `null`.
    if (!Array.isArray(value)) yield value;
    else if (value.length === 0) yield undefined;
    else yield* value;
  } else if (Array.isArray(value)) {
    if (/^\d+$/.test(name) && Number(name) < value.length) yield* leaves(value[Number(name)], names, depth + 1);
    for (const element of value) if (isDocument(element)) yield* leaves(element, names, depth);
  } else if (isDocument(value) && Object.hasOwn(value, name)) {
    yield* leaves(value[name], names, depth + 1);
  } else {
    yield null;
  }
}

/** Sorts; documents that compare alike keep their order. */
export function sortDocuments(documents: readonly Document[], order: SortOrder): Document[] {
  return documents
    .map((document) => ({ document, key: order.keyOf(document) }))
    .sort((a, b) => order.compare(a.key, b.key))
    .map(({ document }) => document);
}
