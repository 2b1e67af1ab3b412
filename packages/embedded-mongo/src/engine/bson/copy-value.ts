import type { Document } from 'bson';
import { setField } from './decode.js';
import { isDocument } from './value-type.js';

/** A copy down to the values that are not changed in place. */
export function copyValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyValue) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const name of Object.keys(value)) setField(copy, name, copyValue(value[name]));
  return copy as T;
}
