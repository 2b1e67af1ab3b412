import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { CollectionChange, EngineCollection, IndexSpecification } from '../engine/types.js';
import { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readImages } from './create.js';
import { commandNamespace } from './namespace.js';
import { requireCollection } from './require-collection.js';
import { withoutUndefined } from './without-undefined.js';

const KNOWN = new Set([
  'collMod',
  'index',
  'validator',
  'validationLevel',
  'validationAction',
  'changeStreamPreAndPostImages',
  'cappedSize',
  'cappedMax',
  'recordPreImages',
]);
const KNOWN_OF_INDEX = new Set(['keyPattern', 'name', 'expireAfterSeconds', 'hidden', 'unique', 'prepareUnique']);

function run(request: CommandRequest): CommandReply {
  const { args } = request;
  args.only(KNOWN);
  const collection = requireCollection(request, commandNamespace(request));
  const index = args.document('index');
  const indexChange = index && readIndexChange(index);
  const before = indexChange && findIndex(collection, indexChange);
  collection.modify(
    withoutUndefined<CollectionChange>({
      validator: args.document('validator'),
      validationLevel: args.string('validationLevel'),
      validationAction: args.string('validationAction'),
      changeStreamPreAndPostImages: readImages(args),
      capped: readCapped(args),
      index: indexChange,
    }),
  );
  return before && indexChange ? describeIndexChange(before, indexChange) : {};
}

type IndexChange = NonNullable<CollectionChange['index']>;

function readIndexChange(index: Document): IndexChange {
  const args = new Arguments('collMod.index', index);
  args.only(KNOWN_OF_INDEX);
  if (args.has('name') === args.has('keyPattern')) {
    throw new MongoError(72, 'must specify either index name or key pattern, and not both');
  }
  if (args.has('unique') || args.has('prepareUnique')) {
    throw new MongoError(115, 'An index cannot be made unique later: drop it and create it anew');
  }
  return withoutUndefined<IndexChange>({
    name: args.string('name'),
    keyPattern: args.document('keyPattern'),
    expireAfterSeconds: args.count('expireAfterSeconds'),
    hidden: args.has('hidden') ? args.boolean('hidden') : undefined,
  });
}

function readCapped(args: Arguments): CollectionChange['capped'] {
  if (!args.has('cappedSize') && !args.has('cappedMax')) return undefined;
  return withoutUndefined<NonNullable<CollectionChange['capped']>>({
    size: args.integer('cappedSize'),
    max: args.integer('cappedMax'),
  });
}

function findIndex(collection: EngineCollection, { name, keyPattern }: IndexChange): IndexSpecification {
  const key = JSON.stringify(keyPattern);
  const found = collection.listIndexes().find((each) => each.name === name || JSON.stringify(each.key) === key);
  if (!found) throw new MongoError(27, `cannot find index ${name ?? key} for ns ${collection.info.name}`);
  return found;
}

function describeIndexChange(before: IndexSpecification, change: IndexChange): Document {
  const reply: Document = {};
  if (change.expireAfterSeconds !== undefined) {
    if (before.expireAfterSeconds !== undefined) reply.expireAfterSeconds_old = before.expireAfterSeconds;
    reply.expireAfterSeconds_new = change.expireAfterSeconds;
  }
  if (change.hidden !== undefined && change.hidden !== (before.hidden ?? false)) {
    reply.hidden_old = before.hidden ?? false;
    reply.hidden_new = change.hidden;
  }
  return reply;
}

export const collMod: Command = { name: 'collMod', writes: true, run };
