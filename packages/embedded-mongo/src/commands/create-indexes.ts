import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { IndexSpecification } from '../engine/types.js';
import { Arguments, toNumber } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { badValue } from './errors.js';
import { commandNamespace } from './namespace.js';
import { checkWritable } from './write-collection.js';

const KNOWN = new Set(['createIndexes', 'indexes', 'commitQuorum', 'ignoreUnknownIndexOptions', 'v']);

const KNOWN_OPTIONS = new Set([
  '2dsphereIndexVersion',
  'background',
  'bits',
  'bucketSize',
  'clustered',
  'collation',
  'default_language',
  'dropDups',
  'expireAfterSeconds',
  'hidden',
  'key',
  'language_override',
  'max',
  'min',
  'name',
  'ns',
  'partialFilterExpression',
  'sparse',
  'storageEngine',
  'textIndexVersion',
  'unique',
  'v',
  'weights',
  'wildcardProjection',
]);
/** Options without meaning by now. */
const IGNORED_OPTIONS = ['background', 'dropDups', 'ns', 'v'];
const MAX_INDEXES = 1000;

function run(request: CommandRequest): CommandReply {
  const { args, server } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  checkWritable(namespace);
  const indexes = args.required('indexes', args.documents('indexes'));
  if (indexes.length === 0) throw badValue('Must specify at least one index to create');
  if (indexes.length > MAX_INDEXES) throw badValue(`Cannot create more than ${MAX_INDEXES} indexes at once`);
  const lenient = args.boolean('ignoreUnknownIndexOptions');
  const specifications = indexes.map((each) => readSpecification(each, lenient));
  const { engine } = server;
  const existing = engine.collection(namespace.database, namespace.collection);
  const collection = existing ?? engine.createCollection(namespace.database, namespace.collection, {});
  const { before, after } = collection.createIndexes(specifications);
  return {
    numIndexesBefore: before,
    numIndexesAfter: after,
    createdCollectionAutomatically: existing === undefined,
    ...(before === after ? { note: 'all indexes already exist' } : {}),
    commitQuorum: 'votingMembers',
  };
}

function readSpecification(given: Document, lenient: boolean): IndexSpecification {
  const args = new Arguments('createIndexes.indexes', given);
  const key = args.document('key');
  if (!key) throw new MongoError(9, "The 'key' field is a required property of an index specification");
  if (Object.keys(key).length === 0) throw new MongoError(67, 'Index keys cannot be an empty object');
  const name = args.string('name');
  if (name === undefined) throw new MongoError(9, "The 'name' field is a required property of an index specification");
  if (name === '') throw new MongoError(67, 'The index name cannot be empty');
  for (const option of Object.keys(given)) {
    if (KNOWN_OPTIONS.has(option) || lenient) continue;
    throw new MongoError(
      197,
      `Error in specification ${JSON.stringify(given)} :: caused by :: The field '${option}' is not valid for an index specification`,
    );
  }
  const specification: Document = { ...given, key: readKey(key), name };
  for (const option of IGNORED_OPTIONS) delete specification[option];
  for (const option of ['unique', 'sparse', 'hidden']) {
    if (!args.has(option)) continue;
    // What is false is as if it were not there, so that both are the same index.
    if (args.boolean(option)) specification[option] = true;
    else delete specification[option];
  }
  if (args.has('expireAfterSeconds')) specification.expireAfterSeconds = readExpiry(args);
  if (args.has('partialFilterExpression')) args.document('partialFilterExpression');
  if (args.document('collation')?.locale === 'simple') delete specification.collation;
  return specification as IndexSpecification;
}

function readExpiry(args: Arguments): number {
  const seconds = toNumber(args.get('expireAfterSeconds'));
  if (seconds === undefined || Number.isNaN(seconds)) {
    throw new MongoError(67, "TTL index 'expireAfterSeconds' option must be numeric");
  }
  if (seconds < 0 || seconds > 0x7fffffff) {
    throw new MongoError(67, "TTL index 'expireAfterSeconds' option must be within an acceptable range");
  }
  return Math.trunc(seconds);
}

function readKey(key: Document): Document {
  const read: Document = {};
  for (const [path, direction] of Object.entries(key)) {
    if (typeof direction === 'string') {
      if (direction === '') throw new MongoError(67, 'Values in the index key pattern cannot be empty strings');
      read[path] = direction;
      continue;
    }
    const number = toNumber(direction);
    if (number === undefined || number === 0 || Number.isNaN(number)) {
      throw new MongoError(67, `Values in v:2 index key pattern must be numbers other than 0, or strings: ${path}`);
    }
    read[path] = direction;
  }
  return read;
}

export const createIndexes: Command = { name: 'createIndexes', writes: true, run };
