import type { CollectionDriver, DriverCollection } from './types.js';

/** What asks for a database fails with this. */
export class MissingDatabaseError extends Error {
  override readonly name = 'MissingDatabaseError';

  constructor(what: string) {
    super(
      `${what} needs a database: this version of Bolide has no database driver yet, a later one brings it. ` +
        'Collections in memory, made by new Mongo.Collection(null), work.',
    );
  }
}

const CLIENT_ONLY_METHODS = ['findOne', 'insert', 'update', 'upsert', 'remove'] as const;

const DATABASE_METHODS = [
  'findOneAsync',
  'insertAsync',
  'updateAsync',
  'upsertAsync',
  'removeAsync',
  'countDocuments',
  'estimatedDocumentCount',
  'createIndexAsync',
  'dropIndexAsync',
  'dropCollectionAsync',
  'createCappedCollectionAsync',
] as const;

const CURSOR_METHODS = [
  'count',
  'countAsync',
  'fetch',
  'fetchAsync',
  'forEach',
  'forEachAsync',
  'map',
  'mapAsync',
  'observe',
  'observeAsync',
  'observeChanges',
  'observeChangesAsync',
  '_publishCursor',
] as const;

/** The error of Meteor for what only clients have. */
export function serverError(method: string): Error {
  return new Error(`${method} is not available on the server. Please use ${method}Async() instead.`);
}

/** Opens collections that can be declared, while whatever is asked of them fails. */
export const missingDatabaseDriver: CollectionDriver & { readonly mongo: never } = {
  isAvailable: false,

  open(name): DriverCollection {
    const createError = () => new MissingDatabaseError(`The collection "${name}"`);
    const reject = async () => {
      throw createError();
    };
    const refuse = () => {
      throw createError();
    };
    const methods: Record<string, unknown> = { rawCollection: refuse };
    for (const method of DATABASE_METHODS) methods[method] = reject;
    for (const method of CLIENT_ONLY_METHODS) {
      methods[method] = () => {
        throw serverError(method);
      };
    }
    // As with a database, making a cursor asks for nothing.
    methods.find = (_selector: unknown, options?: { transform?: unknown }) => ({
      ...Object.fromEntries(CURSOR_METHODS.map((method) => [method, reject])),
      _getCollectionName: () => name,
      getTransform: () => options?.transform ?? null,
      [Symbol.iterator]: refuse,
      [Symbol.asyncIterator]: refuse,
    });
    return methods as unknown as DriverCollection;
  },

  get mongo(): never {
    throw new MissingDatabaseError('MongoInternals.defaultRemoteCollectionDriver().mongo');
  },
};
