import { Binary, type Document } from 'bson';
import { IterableSource } from '../cursors/iterable-source.js';
import type { CollectionInfo, CollectionOptions } from '../engine/types.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readCursorOptions } from './cursor-options.js';
import { matcher } from './matcher.js';
import { openCursor } from './open-cursor.js';

const KNOWN = new Set([
  'listCollections',
  'nameOnly',
  'filter',
  'cursor',
  'authorizedCollections',
  'includePendingDrops',
]);

function run(request: CommandRequest): Promise<CommandReply> {
  const { args, database, server, transaction } = request;
  args.only(KNOWN);
  const nameOnly = args.boolean('nameOnly');
  const matches = matcher(args.document('filter') ?? {});
  const collections = server.engine
    .listCollections(database, transaction)
    .map(describeCollection)
    .filter(matches)
    .map((each) => (nameOnly ? { name: each.name, type: each.type } : each));
  const namespace = { database, collection: '$cmd.listCollections' };
  return openCursor(request, namespace, new IterableSource(collections), readCursorOptions(args));
}

function describeCollection({ name, uuid, options }: CollectionInfo): Document {
  return {
    name,
    type: 'collection',
    options: describeOptions(options),
    info: { readOnly: false, uuid: new Binary(uuid, Binary.SUBTYPE_UUID) },
    idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
  };
}

/** The options of a collection as `create` takes them. */
export function describeOptions(options: CollectionOptions): Document {
  const { capped, changeStreamPreAndPostImages: images, ...others } = options;
  return {
    ...(capped ? { capped: true, size: capped.size, ...(capped.max === undefined ? {} : { max: capped.max }) } : {}),
    ...others,
    ...(images ? { changeStreamPreAndPostImages: { enabled: true } } : {}),
  };
}

export const listCollections: Command = { name: 'listCollections', run };
