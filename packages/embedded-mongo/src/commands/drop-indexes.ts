import type { Document } from 'bson';
import { isDocument } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { typeMismatch } from './errors.js';
import { commandNamespace } from './namespace.js';
import { requireCollection } from './require-collection.js';

const KNOWN = new Set(['dropIndexes', 'deleteIndexes', 'index']);

function run(request: CommandRequest): CommandReply {
  const { args } = request;
  args.only(KNOWN);
  const collection = requireCollection(request, commandNamespace(request));
  const nIndexesWas = collection.dropIndexes(readWhich(args.required('index', args.get('index'))));
  return { nIndexesWas };
}

function readWhich(index: unknown): string | string[] | Document {
  if (typeof index === 'string' || isDocument(index)) return index;
  if (Array.isArray(index) && index.every((each) => typeof each === 'string')) return index;
  throw typeMismatch('dropIndexes.index', index, '[string, object, array]');
}

export const dropIndexes: Command = { name: 'dropIndexes', aliases: ['deleteIndexes'], writes: true, run };
