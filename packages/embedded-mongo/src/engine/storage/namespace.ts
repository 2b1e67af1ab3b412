import { MongoError } from '../mongo-error.js';
import type { Namespace } from '../types.js';

const MAX_NAMESPACE_BYTES = 255;
const MAX_DATABASE_BYTES = 63;

/** @throws MongoError 73 InvalidNamespace */
export function checkNamespace({ database, collection }: Namespace): void {
  checkDatabaseName(database);
  if (collection === '') throw new MongoError(73, `Invalid namespace specified '${database}.'`);
  if (collection.includes('\0')) throw new MongoError(73, 'namespaces cannot have embedded null characters');
  if (collection.includes('$') || collection.startsWith('.') || collection.endsWith('.')) {
    throw new MongoError(73, `Invalid collection name: ${collection}`);
  }
  if (Buffer.byteLength(`${database}.${collection}`) > MAX_NAMESPACE_BYTES) {
    throw new MongoError(73, `Fully qualified namespace is too long. Namespace: ${database}.${collection} Max: 255`);
  }
}

/** @throws MongoError 73 InvalidNamespace */
export function checkDatabaseName(database: string): void {
  if (database === '' || /[\0/\\. "$]/.test(database) || Buffer.byteLength(database) > MAX_DATABASE_BYTES) {
    throw new MongoError(73, `Invalid database name: '${database}'`);
  }
}
