import { IterableSource } from '../cursors/iterable-source.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readCursorOptions } from './cursor-options.js';
import { commandNamespace } from './namespace.js';
import { openCursor } from './open-cursor.js';
import { requireCollection } from './require-collection.js';

const KNOWN = new Set(['listIndexes', 'cursor', 'includeBuildUUIDs', 'includeIndexBuildInfo']);

function run(request: CommandRequest): Promise<CommandReply> {
  request.args.only(KNOWN);
  const namespace = commandNamespace(request);
  const indexes = requireCollection(request, namespace)
    .listIndexes()
    .map(({ key, name, ...options }) => ({ v: 2, key, name, ...options }));
  return openCursor(request, namespace, new IterableSource(indexes), readCursorOptions(request.args));
}

export const listIndexes: Command = { name: 'listIndexes', run };
