import { MongoError } from '../engine/mongo-error.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace, namespaceText } from './namespace.js';
import { checkWritable } from './write-collection.js';

function run(request: CommandRequest): CommandReply {
  const { engine, cursors } = request.server;
  const namespace = commandNamespace(request);
  checkWritable(namespace);
  const collection = engine.collection(namespace.database, namespace.collection);
  // As MongoDB since 7.0: it is gone, which is what was asked for.
  if (!collection) return {};
  const nIndexesWas = collection.listIndexes().length;
  engine.dropCollection(namespace.database, namespace.collection);
  const ns = namespaceText(namespace);
  cursors.invalidate(
    namespace.database,
    namespace.collection,
    new MongoError(175, `collection dropped. UUID ${Buffer.from(collection.info.uuid).toString('hex')} (${ns})`),
  );
  return { nIndexesWas, ns };
}

export const drop: Command = { name: 'drop', writes: true, run };
