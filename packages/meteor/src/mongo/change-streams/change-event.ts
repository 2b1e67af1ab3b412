import type { Document } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import { fromDatabase } from '../values/from-database.js';

/** What a document has become. */
export interface DocumentChange {
  readonly id: unknown;
  /** The id as a key of maps. */
  readonly key: string;
  /** All observers share it: nobody may change it. `undefined`: it is gone. */
  readonly document: Document | undefined;
}

const KINDS = new Set(['insert', 'update', 'replace', 'delete']);

/** Reads an event of a change stream; `undefined` if it is not about one document. */
export function readChangeEvent(event: Document): DocumentChange | undefined {
  if (!KINDS.has(event.operationType)) return undefined;
  const id = fromDatabase(event.documentKey._id);
  // Documents that are gone meanwhile come as null.
  const document = event.fullDocument ? (fromDatabase(event.fullDocument) as Document) : undefined;
  return { id, key: MongoID.idStringify(id), document };
}
