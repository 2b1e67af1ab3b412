import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import type { KeyPart } from '../indexes/index-keys.js';
import { MongoError } from '../mongo-error.js';
import { fieldOf } from '../query/path.js';

/** What an index that must not have two of a key says to a second one. */
export function duplicateKey(
  namespace: string,
  indexName: string,
  keyPattern: Document,
  parts: readonly KeyPart[],
  document: Document,
): MongoError {
  const keyValue: Document = {};
  for (const { path } of parts) keyValue[path] = valueAt(document, path) ?? null;
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${namespace} index: ${indexName} dup key: ${describeValue(keyValue)}`,
    { keyPattern, keyValue },
  );
}

/** The value at a path; the first of those in arrays. */
function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) value = value[0];
    if (typeof value !== 'object' || value === null) return undefined;
    value = fieldOf(value, part);
  }
  return Array.isArray(value) ? value[0] : value;
}
