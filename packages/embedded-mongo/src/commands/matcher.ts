import type { Document } from 'bson';
import { compileFilter } from '../engine/query/compile-filter.js';

/** A function that tells whether a document matches the filter. */
export function matcher(filter: Document): (document: Document) => boolean {
  return compileFilter(filter).matches;
}
