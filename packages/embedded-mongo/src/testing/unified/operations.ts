import {
  type AbstractCursor,
  type ChangeStream,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  MongoClient,
} from 'mongodb';
import type { Entities } from './entities.js';
import { Unsupported } from './unsupported.js';

interface Call {
  readonly target: unknown;
  readonly arguments: Document;
  readonly entities: Entities;
}

type Operation = (call: Call) => Promise<unknown>;

/** Runs one operation of a unified test. */
export function runOperation(operation: Document, entities: Entities): Promise<unknown> {
  const { session, ...given } = operation.arguments ?? {};
  const args = session === undefined ? given : { ...given, session: entities.get(session) };
  const target = operation.object === 'testRunner' ? undefined : entities.get(operation.object);
  const table =
    operation.object === 'testRunner'
      ? RUNNER
      : target instanceof MongoClient
        ? CLIENT
        : isSession(target)
          ? SESSION
          : isCursor(target)
            ? CURSOR
            : isCollection(target)
              ? COLLECTION
              : DATABASE;
  const run = table[operation.name];
  if (!run) throw new Unsupported(`the operation ${operation.name}`);
  return run({ target, arguments: args, entities });
}

function isCollection(target: unknown): boolean {
  return typeof (target as Collection).insertOne === 'function';
}

function isSession(target: unknown): boolean {
  return typeof (target as ClientSession).startTransaction === 'function';
}

function isCursor(target: unknown): boolean {
  return typeof (target as AbstractCursor).tryNext === 'function';
}

const collection = (call: Call): Collection => call.target as Collection;
const database = (call: Call): Db => call.target as Db;

const COLLECTION: Record<string, Operation> = {
  aggregate(call) {
    const { pipeline, ...options } = call.arguments;
    return collection(call).aggregate(pipeline, options).toArray();
  },
  bulkWrite(call) {
    const { requests, ...options } = call.arguments;
    return collection(call).bulkWrite(requests.map(bulkRequest), options);
  },
  countDocuments(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).countDocuments(filter, options);
  },
  count(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).count(filter, options);
  },
  estimatedDocumentCount: (call) => collection(call).estimatedDocumentCount(call.arguments),
  async createChangeStream(call) {
    return opened(collection(call), call.arguments);
  },
  async createFindCursor(call) {
    const { filter, ...options } = call.arguments;
    const cursor = collection(call).find(filter, options);
    await cursor.hasNext();
    return cursor;
  },
  createIndex(call) {
    const { keys, ...options } = call.arguments;
    return collection(call).createIndex(keys, options);
  },
  deleteMany(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).deleteMany(filter, options);
  },
  deleteOne(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).deleteOne(filter, options);
  },
  distinct(call) {
    const { fieldName, filter, ...options } = call.arguments;
    return collection(call).distinct(fieldName, filter, options);
  },
  dropIndex(call) {
    const { name, ...options } = call.arguments;
    return collection(call).dropIndex(name, options);
  },
  dropIndexes: (call) => collection(call).dropIndexes(call.arguments),
  find(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).find(filter, options).toArray();
  },
  findOne(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).findOne(filter, options);
  },
  findOneAndDelete(call) {
    const { filter, ...options } = call.arguments;
    return collection(call).findOneAndDelete(filter, options);
  },
  findOneAndReplace(call) {
    const { filter, replacement, ...options } = call.arguments;
    return collection(call).findOneAndReplace(filter, replacement, withReturnDocument(options));
  },
  findOneAndUpdate(call) {
    const { filter, update, ...options } = call.arguments;
    return collection(call).findOneAndUpdate(filter, update, withReturnDocument(options));
  },
  insertMany(call) {
    const { documents, ...options } = call.arguments;
    return collection(call).insertMany(documents, options);
  },
  insertOne(call) {
    const { document, ...options } = call.arguments;
    return collection(call).insertOne(document, options);
  },
  listIndexNames: async (call) =>
    (await collection(call).listIndexes(call.arguments).toArray()).map(({ name }) => name),
  listIndexes: (call) => collection(call).listIndexes(call.arguments).toArray(),
  rename(call) {
    const { to, ...options } = call.arguments;
    return collection(call).rename(to, options);
  },
  replaceOne(call) {
    const { filter, replacement, ...options } = call.arguments;
    return collection(call).replaceOne(filter, replacement, options);
  },
  updateMany(call) {
    const { filter, update, ...options } = call.arguments;
    return collection(call).updateMany(filter, update, options);
  },
  updateOne(call) {
    const { filter, update, ...options } = call.arguments;
    return collection(call).updateOne(filter, update, options);
  },
};

function withReturnDocument(options: Document): Document {
  return options.returnDocument ? { ...options, returnDocument: options.returnDocument.toLowerCase() } : options;
}

// The driver's types do not take what a test may ask for.
function bulkRequest(request: Document): never {
  return request as never;
}

const DATABASE: Record<string, Operation> = {
  aggregate(call) {
    const { pipeline, ...options } = call.arguments;
    return database(call).aggregate(pipeline, options).toArray();
  },
  async createChangeStream(call) {
    return opened(database(call), call.arguments);
  },
  createCollection(call) {
    const { collection: name, ...options } = call.arguments;
    return database(call).createCollection(name, options);
  },
  async createCommandCursor(call) {
    const { command, session, batchSize, maxTimeMS, comment } = call.arguments;
    const cursor = database(call).runCursorCommand(command, { session });
    if (batchSize) cursor.setBatchSize(batchSize);
    if (maxTimeMS) cursor.setMaxTimeMS(maxTimeMS);
    if (comment) cursor.setComment(comment);
    await cursor.hasNext();
    return cursor;
  },
  dropCollection(call) {
    const { collection: name, ...options } = call.arguments;
    return database(call).dropCollection(name, options);
  },
  listCollectionNames: async (call) =>
    (
      await database(call)
        .listCollections(call.arguments.filter ?? {}, { nameOnly: true })
        .toArray()
    ).map(({ name }) => name),
  listCollections(call) {
    const { filter, ...options } = call.arguments;
    return database(call)
      .listCollections(filter ?? {}, options)
      .toArray();
  },
  modifyCollection(call) {
    const { collection: name, session, ...options } = call.arguments;
    return database(call).command({ collMod: name, ...options }, { session });
  },
  runCommand(call) {
    const { command, session, readPreference } = call.arguments;
    return database(call).command(command, { session, readPreference });
  },
  runCursorCommand(call) {
    const { command, session } = call.arguments;
    return database(call).runCursorCommand(command, { session }).toArray();
  },
};

const CLIENT: Record<string, Operation> = {
  clientBulkWrite(call) {
    const { models, ...options } = call.arguments;
    return (call.target as MongoClient).bulkWrite(models.map(clientModel), options);
  },
  async createChangeStream(call) {
    return opened(call.target as MongoClient, call.arguments);
  },
  listDatabases: async (call) =>
    (await (call.target as MongoClient).db('admin').admin().listDatabases(call.arguments)).databases,
  listDatabaseNames: async (call) =>
    (await (call.target as MongoClient).db('admin').admin().listDatabases(call.arguments)).databases.map(
      ({ name }) => name,
    ),
};

function clientModel(model: Document): never {
  const [name, options] = Object.entries(model)[0] as [string, Document];
  return { name, ...options } as never;
}

const SESSION: Record<string, Operation> = {
  abortTransaction: (call) => (call.target as ClientSession).abortTransaction(),
  commitTransaction: (call) => (call.target as ClientSession).commitTransaction(),
  endSession: (call) => (call.target as ClientSession).endSession(),
  startTransaction: async (call) => (call.target as ClientSession).startTransaction(call.arguments),
  withTransaction(call) {
    const { callback, ...options } = call.arguments;
    return (call.target as ClientSession).withTransaction(async () => {
      for (const operation of callback) await runExpecting(operation, call.entities, true);
    }, options);
  },
};

/** Replaced by the runner, which knows how to compare. */
export let runExpecting: (operation: Document, entities: Entities, inside: boolean) => Promise<void> = async () => {
  throw new Unsupported('operations in operations');
};

export function setRunExpecting(run: typeof runExpecting): void {
  runExpecting = run;
}

const CURSOR: Record<string, Operation> = {
  close: async (call) => {
    await (call.target as AbstractCursor).close();
  },
  iterateOnce: async (call) => {
    await (call.target as ChangeStream).tryNext();
  },
  iterateUntilDocumentOrError: (call) => (call.target as ChangeStream).next(),
};

async function opened(
  target: { watch(pipeline: Document[], options: Document): ChangeStream },
  args: Document,
): Promise<ChangeStream> {
  const { pipeline, saveResultAsEntity: _saved, ...options } = args;
  const stream = target.watch(pipeline ?? [], { maxAwaitTimeMS: 20, ...options });
  // The driver opens the stream when it is first asked.
  const cursor = (stream as unknown as { cursor: { tryNext(): Promise<unknown>; cursorInit?(): Promise<unknown> } })
    .cursor;
  if (cursor.cursorInit) await cursor.cursorInit();
  return stream;
}

const RUNNER: Record<string, Operation> = {
  async failPoint(call) {
    await (call.entities.get(call.arguments.client) as MongoClient).db('admin').command(call.arguments.failPoint);
  },
  async createEntities(call) {
    for (const entity of call.arguments.entities) await call.entities.create(entity);
  },
  async assertCollectionExists(call) {
    await assertPresence(call, true);
  },
  async assertCollectionNotExists(call) {
    await assertPresence(call, false);
  },
  async assertIndexExists(call) {
    await assertIndex(call, true);
  },
  async assertIndexNotExists(call) {
    await assertIndex(call, false);
  },
  async assertSessionTransactionState(call) {
    const { session, state } = call.arguments;
    const inTransaction = (session as ClientSession).inTransaction();
    if ((state === 'starting' || state === 'in_progress') !== inTransaction)
      throw new Error(`The session is not ${state}`);
  },
  // What is asserted here is the driver's, not the server's.
  assertSessionNotDirty: async () => {},
  assertSessionPinned: async () => {},
  assertSessionUnpinned: async () => {},
  assertSameLsidOnLastTwoCommands: async () => {},
  assertDifferentLsidOnLastTwoCommands: async () => {},
  async wait(call) {
    await new Promise((resolve) => setTimeout(resolve, call.arguments.ms));
  },
};

/** The runner's own client, to look at what is there. */
export const INTERNAL_CLIENT = ' internal';

async function assertPresence({ arguments: args, entities }: Call, wanted: boolean): Promise<void> {
  const client = entities.get(INTERNAL_CLIENT) as MongoClient;
  const found = await client.db(args.databaseName).listCollections({ name: args.collectionName }).toArray();
  if (found.length > 0 !== wanted)
    throw new Error(`The collection ${args.collectionName} is ${wanted ? 'not ' : ''}there`);
}

async function assertIndex({ arguments: args, entities }: Call, wanted: boolean): Promise<void> {
  const client = entities.get(INTERNAL_CLIENT) as MongoClient;
  const indexes = await client
    .db(args.databaseName)
    .collection(args.collectionName)
    .listIndexes()
    .toArray()
    .catch(() => []);
  const found = indexes.some(({ name }) => name === args.indexName);
  if (found !== wanted) throw new Error(`The index ${args.indexName} is ${wanted ? 'not ' : ''}there`);
}
