import { encodeDocument } from './encode.js';
import { bsonTypeOf } from './value-type.js';

/** Whether two values are the same down to their types, so that storing one over the other changes nothing. */
export function identicalValues(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (bsonTypeOf(a) !== bsonTypeOf(b)) return false;
  return Buffer.compare(encodeDocument({ v: a }), encodeDocument({ v: b })) === 0;
}
