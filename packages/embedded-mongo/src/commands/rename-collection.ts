import { MongoError } from '../engine/mongo-error.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { namespaceText, parseNamespace } from './namespace.js';
import { checkWritable } from './write-collection.js';

const KNOWN = new Set(['renameCollection', 'to', 'dropTarget', 'stayTemp']);

function run({ args, server }: CommandRequest): CommandReply {
  args.only(KNOWN);
  const from = parseNamespace(args.get('renameCollection'), 'renameCollection.renameCollection');
  const to = parseNamespace(args.required('to', args.get('to')), 'renameCollection.to');
  checkWritable(from);
  checkWritable(to);
  const dropTarget = args.has('dropTarget') && args.boolean('dropTarget');
  const ended = new MongoError(175, `collection renamed from '${namespaceText(from)}' to '${namespaceText(to)}'`);
  server.engine.renameCollection(from, to, dropTarget);
  server.cursors.invalidate(from.database, from.collection, ended);
  if (dropTarget) server.cursors.invalidate(to.database, to.collection, ended);
  return {};
}

export const renameCollection: Command = { name: 'renameCollection', adminOnly: true, writes: true, run };
