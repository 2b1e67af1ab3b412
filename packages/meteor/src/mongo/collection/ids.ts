import { currentMethodInvocation, RandomStream } from '@bolide/meteor/ddp-common';
import type { DocumentId } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import { Random } from '@bolide/meteor/random';
import type { IdGeneration } from '../types.js';

/**
 * Makes ids for documents. In a method, the stub and the server make the same ones, so that the document that a client
 * has shown already is the one that the server sends.
 */
export function createIdMaker(name: string | null, generation: IdGeneration): () => DocumentId {
  const source = () =>
    name ? RandomStream.get(currentMethodInvocation.get(), `/collection/${name}`) : Random.insecure;
  return generation === 'MONGO' ? () => new MongoID.ObjectID(source().hexString(24)) : () => source().id();
}

/** @throws Error for what is no `_id`. */
export function assertDocumentId(id: unknown): void {
  if ((typeof id === 'string' && id !== '') || id instanceof MongoID.ObjectID) return;
  throw new Error('Meteor requires document _id fields to be non-empty strings or ObjectIDs');
}
