import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import type { FieldChanges } from './field-changes.js';

/** One application of an update to one document. */
export interface UpdateRun {
  /** The document, changed in place. */
  readonly document: Document;
  readonly changes: FieldChanges;
  /** The document is new (an upsert). */
  readonly isInsert: boolean;
  readonly now: Date;
  /** The position in the array that the filter has matched, for `$`. */
  matchedPosition(path: string): number | undefined;
  /** Whether an element passes the array filter of that name. */
  passesArrayFilter(identifier: string, element: unknown): boolean;
}

/** How messages name the document. */
export function documentLabel(run: UpdateRun): string {
  return `{_id: ${describeValue(run.document._id)}}`;
}
