import { MongoError } from '../engine/mongo-error.js';
import type { EngineCollection, Namespace } from '../engine/types.js';
import type { CommandRequest } from './command.js';

/** Databases whose collections clients do not write. */
const RESERVED_DATABASES: ReadonlySet<string> = new Set(['config', 'local']);

/** The collection to write into, created if there is none. */
export function collectionToWrite(
  { server: { engine }, transaction }: CommandRequest,
  namespace: Namespace,
): EngineCollection {
  checkWritable(namespace);
  return (
    engine.collection(namespace.database, namespace.collection, transaction) ??
    engine.createCollection(namespace.database, namespace.collection, {}, transaction)
  );
}

/** @throws MongoError 73 for collections that are the server's own. */
export function checkWritable({ database, collection }: Namespace): void {
  if (collection.startsWith('system.')) {
    throw new MongoError(73, `cannot write to '${database}.${collection}'`);
  }
  if (RESERVED_DATABASES.has(database)) {
    throw new MongoError(73, `cannot write to the database '${database}'`);
  }
}
