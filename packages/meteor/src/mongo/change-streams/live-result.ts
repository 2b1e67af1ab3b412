import type { Document } from '@bolide/meteor/minimongo';

/** The result of a query that is kept right by telling it of changes of documents; it tells a sink. */
export interface LiveResult {
  /** What the query is to be run with, instead of its own options. */
  readonly fetchOptions: Document;
  /** The query has been run. */
  reset(documents: Document[]): void;
  /** What a document has become; `undefined` if it is gone, or does not match (any more). */
  apply(id: unknown, document: Document | undefined): void;
  /** It has lost documents, and does not know those that follow: the query must be run again. */
  readonly isDry: boolean;
  /** What the sink has been told of so far. */
  documents(): Document[];
}
