import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { CollectionOptions } from '../engine/types.js';
import type { Arguments } from './arguments.js';
import { Arguments as ArgumentReader } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace } from './namespace.js';
import { withoutUndefined } from './without-undefined.js';
import { checkWritable } from './write-collection.js';

/** Kinds of collections and options that this server does not have. */
const UNSUPPORTED = ['viewOn', 'timeseries', 'clusteredIndex', 'encryptedFields'] as const;

const KNOWN = new Set([
  'create',
  'capped',
  'autoIndexId',
  'idIndex',
  'size',
  'max',
  'storageEngine',
  'validator',
  'validationLevel',
  'validationAction',
  'indexOptionDefaults',
  'pipeline',
  'collation',
  'changeStreamPreAndPostImages',
  'expireAfterSeconds',
  'flags',
  'temp',
  ...UNSUPPORTED,
]);

function run(request: CommandRequest): CommandReply {
  const { args, server, transaction } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  checkWritable(namespace);
  for (const option of UNSUPPORTED) {
    if (args.has(option)) throw new MongoError(115, `'${option}' is not supported by this server`);
  }
  const options = readCollectionOptions(args);
  const { engine } = server;
  const existing = engine.collection(namespace.database, namespace.collection, transaction);
  // Creating once more what is there already, with the same options, is no error in MongoDB.
  if (existing && isSame(existing.info.options, options)) return {};
  engine.createCollection(namespace.database, namespace.collection, options, transaction);
  return {};
}

function readCollectionOptions(args: Arguments): CollectionOptions {
  return withoutUndefined<CollectionOptions>({
    capped: readCapped(args),
    collation: isSimple(args.document('collation')) ? undefined : args.document('collation'),
    validator: args.document('validator'),
    validationLevel: args.string('validationLevel'),
    validationAction: args.string('validationAction'),
    changeStreamPreAndPostImages: readImages(args),
  });
}

function readCapped(args: Arguments): CollectionOptions['capped'] {
  const size = args.integer('size');
  const max = args.integer('max');
  if (!args.boolean('capped')) {
    if (size !== undefined || max !== undefined) {
      throw new MongoError(
        72,
        "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
      );
    }
    return undefined;
  }
  if (size === undefined) throw new MongoError(72, "the 'size' field is required when 'capped' is true");
  if (size < 1 || size > 2 ** 50)
    throw new MongoError(2, `BSON field 'size' value must be >= 1, actual value '${size}'`);
  return max === undefined || max <= 0 ? { size } : { size, max };
}

/** `changeStreamPreAndPostImages: { enabled }`. */
export function readImages(args: Arguments): boolean | undefined {
  const images = args.document('changeStreamPreAndPostImages');
  if (!images) return undefined;
  const reader = new ArgumentReader('changeStreamPreAndPostImages', images);
  reader.required('enabled', reader.get('enabled'));
  return reader.boolean('enabled');
}

function isSimple(collation: Document | undefined): boolean {
  return collation?.locale === 'simple';
}

function isSame(a: CollectionOptions, b: CollectionOptions): boolean {
  const normal = (options: CollectionOptions): string =>
    JSON.stringify({
      capped: options.capped ?? null,
      collation: options.collation ?? null,
      validator: options.validator ?? null,
    });
  return normal(a) === normal(b);
}

export const create: Command = { name: 'create', writes: true, transactional: true, run };
