import { MongoError } from '../engine/mongo-error.js';
import type { Namespace } from '../engine/types.js';
import type { CommandRequest } from './command.js';
import { invalidNamespace } from './errors.js';

const MAX_DATABASE_NAME_BYTES = 63;
const MAX_NAMESPACE_BYTES = 255;

/** The collection that the first argument of a command names. */
export function commandNamespace(request: CommandRequest, argument = request.name): Namespace {
  const collection = request.args.get(argument);
  if (typeof collection !== 'string') {
    throw new MongoError(73, `collection name has invalid type ${collection === null ? 'null' : typeof collection}`);
  }
  const namespace = { database: request.database, collection };
  checkCollectionName(namespace);
  return namespace;
}

/** @throws MongoError 73 InvalidNamespace */
export function checkDatabaseName(name: string): void {
  if (name === '' || Buffer.byteLength(name) > MAX_DATABASE_NAME_BYTES || /[\0/\\ "$.]/.test(name)) {
    throw new MongoError(73, `Invalid database name: '${name}'`);
  }
}

/** @throws MongoError 73 InvalidNamespace */
export function checkCollectionName({ database, collection }: Namespace): void {
  const full = `${database}.${collection}`;
  if (
    collection === '' ||
    collection.startsWith('.') ||
    collection.endsWith('.') ||
    collection.includes('\0') ||
    (collection.startsWith('$') && !collection.startsWith('$cmd')) ||
    Buffer.byteLength(full) > MAX_NAMESPACE_BYTES
  ) {
    throw invalidNamespace(full);
  }
}

/** Splits `database.collection`. */
export function parseNamespace(full: unknown, what: string): Namespace {
  if (typeof full !== 'string')
    throw new MongoError(14, `BSON field '${what}' is the wrong type, expected type 'string'`);
  const dot = full.indexOf('.');
  if (dot === -1) throw invalidNamespace(full);
  const namespace = { database: full.slice(0, dot), collection: full.slice(dot + 1) };
  checkDatabaseName(namespace.database);
  checkCollectionName(namespace);
  return namespace;
}

export function namespaceText({ database, collection }: Namespace): string {
  return `${database}.${collection}`;
}
