import { check, Match } from '@bolide/meteor/check';
import { Package } from '@bolide/meteor/core-runtime';
import type { MethodFunction } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import type { Document } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import { assertSelectorIsId } from './selectors.js';
import type {
  RestrictableCollection,
  ValidatedUpdateOptions,
  Validators,
  WriteMethodName,
  WriteName,
} from './types.js';
import { validatedInsert, validatedRemove, validatedUpdate } from './validated-writes.js';

const WRITE_METHODS: readonly WriteMethodName[] = [
  'insertAsync',
  'updateAsync',
  'removeAsync',
  'insert',
  'update',
  'remove',
];

/** Errors of the database that the client may know of. */
const DATABASE_ERRORS = new Set([
  'MongoError',
  'MongoServerError',
  'BulkWriteError',
  'MongoBulkWriteError',
  'MinimongoError',
]);

/** The methods by which clients write to a collection, and their stubs. */
export function createMutationMethods(collection: RestrictableCollection): Record<string, MethodFunction> {
  return Object.fromEntries(
    WRITE_METHODS.map((name): [string, MethodFunction] => [
      `/${collection._name}/${name}`,
      function (...args) {
        // What the arguments are is looked at below.
        check(args, [Match.Any]);
        // The stub of a synchronous write must not be asynchronous.
        if (this.isSimulation) return simulate(collection, name, args);
        return write(collection, name, args, this.userId).catch(rethrow);
      },
    ]),
  );
}

function rethrow(error: unknown): never {
  throw error instanceof Error && DATABASE_ERRORS.has(error.name) ? new Meteor.Error(409, String(error)) : error;
}

/** In a stub anything goes: the server has the last word. */
function simulate(collection: RestrictableCollection, name: WriteMethodName, args: unknown[]): unknown {
  const [first] = args as [Document];
  if (kindOf(name) === 'insert' && !Object.hasOwn(first, '_id')) first._id = collection._makeNewID();
  const target = collection._collection as unknown as Record<WriteMethodName, (...args: unknown[]) => unknown>;
  return target[name](...args);
}

/** A client asks for a write. */
async function write(
  collection: RestrictableCollection,
  name: WriteMethodName,
  args: readonly unknown[],
  userId: string | null,
): Promise<unknown> {
  const kind = kindOf(name);
  const [first, modifier] = args;
  // Before anything else: a rule that inserts as well must not take the id that the client's stub has drawn.
  const generatedId = kind === 'insert' ? readDocument(collection, first) : null;
  if (kind !== 'insert') assertSelectorIsId(first, name);
  if (!collection._restricted && !isInsecure(collection)) throw new Meteor.Error(403, 'Access denied');
  if (collection._restricted && (collection._validators as Validators)[kind].allow.length === 0) {
    throw new Meteor.Error(
      403,
      `Access denied. No allow validators set on restricted collection for method '${name}'.`,
    );
  }
  const { _collection: target, _restricted: isRestricted } = collection;
  switch (kind) {
    case 'insert': {
      const document = first as Document;
      if (isRestricted) return validatedInsert(collection, userId, document, generatedId);
      if (generatedId !== null) document._id = generatedId;
      return target.insertAsync(document);
    }
    case 'update': {
      const options = readUpdateOptions(args[2]);
      if (isRestricted) return validatedUpdate(collection, userId, first, modifier, options);
      return target.updateAsync(first, modifier, options);
    }
    case 'remove':
      return isRestricted ? validatedRemove(collection, userId, first) : target.removeAsync(first);
  }
}

function kindOf(name: WriteMethodName): WriteName {
  return name.replace('Async', '') as WriteName;
}

/**
 * Looks at a document that a client wants to insert.
 * @returns an id for it, if it has none; null otherwise.
 */
function readDocument(collection: RestrictableCollection, document: unknown): unknown {
  check(document, Object);
  if (!Object.hasOwn(document, '_id')) return collection._makeNewID();
  const { _id: id } = document as Document;
  if (!((typeof id === 'string' && id !== '') || id instanceof MongoID.ObjectID)) {
    throw new Meteor.Error(400, 'Meteor requires document _id fields to be non-empty strings or ObjectIDs');
  }
  return null;
}

/** The options of an update that a client may give, and nothing else. */
function readUpdateOptions(options: unknown): ValidatedUpdateOptions {
  if (options === undefined || options === null) return {};
  check(options, Object);
  const { multi, upsert, insertedId, generatedId, arrayFilters, _returnObject } = options as ValidatedUpdateOptions;
  check(arrayFilters, Match.Maybe([Object]));
  check(insertedId, Match.Maybe(Match.OneOf(String, MongoID.ObjectID)));
  return {
    multi: Boolean(multi),
    upsert: Boolean(upsert),
    _returnObject: Boolean(_returnObject),
    ...(insertedId && { insertedId, generatedId: Boolean(generatedId) }),
    ...(arrayFilters && { arrayFilters }),
  };
}

/** Whether clients may write to a collection that has no rules. */
export function isInsecure(collection: RestrictableCollection): boolean {
  return collection._insecure ?? Package.insecure !== undefined;
}
