import type { EngineCollection, Namespace } from '../engine/types.js';
import type { CommandRequest } from './command.js';
import { namespaceNotFound } from './errors.js';
import { namespaceText } from './namespace.js';

/** @throws MongoError 26 NamespaceNotFound */
export function requireCollection({ server }: CommandRequest, namespace: Namespace): EngineCollection {
  const collection = server.engine.collection(namespace.database, namespace.collection);
  if (!collection) throw namespaceNotFound(`ns does not exist: ${namespaceText(namespace)}`);
  return collection;
}
