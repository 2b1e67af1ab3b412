import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import type { Collation } from '../collation/collation.js';
import { writeKey } from '../keys/encode-key.js';
import { KeyWriter } from '../keys/key-writer.js';
import { MongoError } from '../mongo-error.js';
import type { CollectionState } from '../storage/collection-state.js';
import { idIndex, plannedIndex } from './choose-plan.js';
import type { KeyRange, PlannedIndex } from './scan-plan.js';

/** @throws MongoError 2 BadValue if there is no such index */
export function hintedIndex(
  state: CollectionState,
  hint: string | Document,
): { readonly index: PlannedIndex; readonly collation: Collation | undefined } {
  const wanted = typeof hint === 'string' ? hint : describeValue(hint);
  if (wanted === '_id_' || wanted === '{ _id: 1 }') return idIndex(state);
  const found = state.indexes.find(
    (index) =>
      (index.name === wanted || describeValue(index.specification.key) === wanted) &&
      index.specification.hidden !== true,
  );
  if (!found || found.special) {
    throw new MongoError(
      2,
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  return plannedIndex(found);
}

/** The part of an index that `min` (inclusive) and `max` (exclusive) name. */
export function rangeOfMinMax(
  index: PlannedIndex,
  collation: Collation | undefined,
  min: Document | undefined,
  max: Document | undefined,
): KeyRange {
  return {
    start: min ? keyOf(index, collation, min) : new Uint8Array(0),
    end: max ? keyOf(index, collation, max) : Uint8Array.of(0xff),
  };
}

function keyOf(index: PlannedIndex, collation: Collation | undefined, values: Document): Uint8Array {
  const names = Object.keys(values);
  if (names.length !== index.parts.length || index.parts.some(({ path }, i) => path !== names[i])) {
    throw new MongoError(51174, 'The index chosen is not compatible with min/max');
  }
  const writer = new KeyWriter();
  for (const { path, direction } of index.parts) {
    const start = writer.length;
    writeKey(writer, values[path], collation?.fold);
    if (direction === -1) writer.invertFrom(start);
  }
  return writer.take();
}
