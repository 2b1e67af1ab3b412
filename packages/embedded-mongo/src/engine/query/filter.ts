import type { Document } from 'bson';
import { compileFilter as compile } from './compile-filter.js';
import type { FilterSettings } from './predicate.js';

/** Tells whether a document passes a filter. */
export type Matcher = (document: Document) => boolean;

/** The filter as a function, for documents that are not in a collection. */
export function compileFilter(filter: Document, settings?: FilterSettings): Matcher {
  return compile(filter, settings).matches;
}
