import type { Document } from 'bson';
import type { ChangeScope } from '../change-streams/change-scope.js';
import { readChangeStreamOptions } from '../change-streams/change-stream-options.js';
import { ChangeStreamSource } from '../change-streams/change-stream-source.js';
import { EmptySource } from '../cursors/empty-source.js';
import { QuerySource } from '../cursors/query-source.js';
import { MongoError } from '../engine/mongo-error.js';
import type { Namespace } from '../engine/types.js';
import { splitPipeline } from './aggregate/split-pipeline.js';
import { isDocument, toNumber } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readCursorOptions } from './cursor-options.js';
import { failedToParse } from './errors.js';
import { checkCollectionName, commandNamespace } from './namespace.js';
import { openCursor } from './open-cursor.js';

const KNOWN = new Set([
  'aggregate',
  'pipeline',
  'explain',
  'allowDiskUse',
  'cursor',
  'bypassDocumentValidation',
  'collation',
  'hint',
  'let',
  'fromMongos',
  'needsMerge',
]);

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args } = request;
  args.only(KNOWN);
  const pipeline = args.required('pipeline', args.documents('pipeline'));
  if (!args.has('cursor') && !args.boolean('explain')) {
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  }
  const [first] = pipeline;
  if (isDocument(first?.$changeStream)) return watch(request, pipeline);
  const namespace = commandNamespace(request);
  const { query } = splitPipeline(pipeline, args);
  const collection = request.server.engine.collection(namespace.database, namespace.collection, request.transaction);
  const source = collection
    ? new QuerySource(collection.find(query, request.transaction), query.limit)
    : new EmptySource();
  return openCursor(request, namespace, source, readCursorOptions(args));
}

function watch(request: CommandRequest, pipeline: readonly Document[]): Promise<CommandReply> {
  const { args, server } = request;
  if (request.transaction) {
    throw new MongoError(
      263,
      'Operation not permitted in transaction :: caused by :: Aggregation stage $changeStream cannot run within a multi-document transaction',
    );
  }
  const options = readChangeStreamOptions(pipeline[0]?.$changeStream);
  const scope = readScope(request, options.allChangesForCluster);
  const source = new ChangeStreamSource(scope, options, server.engine, server.changes);
  const namespace: Namespace = { database: request.database, collection: scope.collection ?? '$cmd.aggregate' };
  return openCursor(request, namespace, source, {
    ...readCursorOptions(args),
    awaitsData: true,
    noTimeout: false,
  });
}

function readScope(request: CommandRequest, everything: boolean): ChangeScope {
  const { args, database } = request;
  const wholeDatabase = toNumber(args.get(request.name)) === 1;
  if (everything) {
    if (database !== 'admin' || !wholeDatabase) {
      throw new MongoError(
        72,
        "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database, and with no collection name",
      );
    }
    return {};
  }
  if (wholeDatabase) return { database };
  const { collection } = commandNamespace(request);
  checkCollectionName({ database, collection });
  return { database, collection };
}

export const aggregate: Command = { name: 'aggregate', transactional: true, run };
