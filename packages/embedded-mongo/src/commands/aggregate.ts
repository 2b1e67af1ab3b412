import type { Document } from 'bson';
import type { ChangeScope } from '../change-streams/change-scope.js';
import { readChangeStreamOptions } from '../change-streams/change-stream-options.js';
import { ChangeStreamSource, type EventTransform } from '../change-streams/change-stream-source.js';
import type { CursorSource } from '../cursors/cursor.js';
import { EmptySource } from '../cursors/empty-source.js';
import { IterableSource } from '../cursors/iterable-source.js';
import { QuerySource } from '../cursors/query-source.js';
import { compileCollation } from '../engine/collation/collation.js';
import { MongoError } from '../engine/mongo-error.js';
import type { Namespace } from '../engine/types.js';
import { compilePipeline } from './aggregate/compile-pipeline.js';
import { countOnly } from './aggregate/count-only.js';
import { readCollection } from './aggregate/read-collection.js';
import { splitPipeline } from './aggregate/split-pipeline.js';
import type { PipelineContext } from './aggregate/stage.js';
import { isDocument, toNumber } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { operationsOf } from './current-operations.js';
import { readCursorOptions } from './cursor-options.js';
import { failedToParse } from './errors.js';
import { commandNamespace } from './namespace.js';
import { openCursor } from './open-cursor.js';
import { readVariables } from './variables.js';

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

/** Stages that do not read a collection. */
const WITHOUT_COLLECTION: ReadonlySet<string> = new Set(['$currentOp', '$documents', '$listLocalSessions']);

function run(request: CommandRequest): Promise<CommandReply> {
  const { args } = request;
  args.only(KNOWN);
  const pipeline = args.required('pipeline', args.documents('pipeline'));
  if (!args.has('cursor')) {
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  }
  if (writes(request) && args.document('readConcern')?.level === 'linearizable') {
    throw new MongoError(72, "$out and $merge cannot be used with a 'linearizable' read concern level");
  }
  const [first] = pipeline;
  if (first && '$changeStream' in first) return watch(request, pipeline);
  const namespace = readNamespace(request, pipeline);
  return openCursor(request, namespace, pipelineSource(request, namespace, pipeline), readCursorOptions(args));
}

/** A pipeline that does not read a collection names `1` in place of one. */
function readNamespace(request: CommandRequest, [first]: readonly Document[]): Namespace {
  if (toNumber(request.args.get(request.name)) !== 1) return commandNamespace(request);
  if (!first || !Object.keys(first).some((name) => WITHOUT_COLLECTION.has(name))) {
    throw new MongoError(73, '{aggregate: 1} is not valid for a pipeline that reads a collection');
  }
  return { database: request.database, collection: '$cmd.aggregate' };
}

function pipelineSource(request: CommandRequest, namespace: Namespace, pipeline: readonly Document[]): CursorSource {
  const { args, server, transaction } = request;
  const { query, rest } = splitPipeline(pipeline, args);
  const stage = compilePipeline(rest, pipelineContext(request, namespace), 'outermost', pipeline.length - rest.length);
  const collection = server.engine.collection(namespace.database, namespace.collection, transaction);
  const count = countOnly(rest);
  if (count) {
    const total = collection?.countMatching(query, transaction) ?? 0;
    return new IterableSource(total > 0 ? [count(total)] : []);
  }
  if (rest.length > 0) return new IterableSource(stage(readCollection(collection, query, transaction)));
  return collection ? new QuerySource(collection.find(query, transaction), query.limit) : new EmptySource();
}

function pipelineContext({ args, server, transaction }: CommandRequest, namespace: Namespace): PipelineContext {
  const collection = server.engine.collection(namespace.database, namespace.collection, transaction);
  const collation = compileCollation(args.document('collation') ?? collection?.info.options.collation);
  return {
    engine: server.engine,
    transaction,
    namespace,
    variables: readVariables(args.document('let')) ?? {},
    collation: collation?.specification,
    textOrder: collation?.order,
    textFold: collation?.fold,
    depth: 0,
    bypassDocumentValidation: args.boolean('bypassDocumentValidation'),
    host: server.identity.host,
    sessions: () => server.sessions.values(),
    operations: () => operationsOf(server),
  };
}

/** Whether the pipeline ends with a stage that writes. */
function writes({ args }: CommandRequest): boolean {
  const last: unknown = args.array('pipeline')?.at(-1);
  return isDocument(last) && ('$out' in last || '$merge' in last);
}

function watch(request: CommandRequest, pipeline: readonly Document[]): Promise<CommandReply> {
  const { args, server } = request;
  if (request.transaction) {
    throw new MongoError(263, 'Aggregation stage $changeStream cannot run within a multi-document transaction');
  }
  const stage: unknown = pipeline[0]?.$changeStream;
  if (!isDocument(stage)) {
    throw new MongoError(6188500, 'the $changeStream stage specification must be an object');
  }
  const options = readChangeStreamOptions(stage);
  const scope = readScope(request, options.allChangesForCluster);
  const namespace: Namespace = { database: request.database, collection: scope.collection ?? '$cmd.aggregate' };
  const transform = eventTransform(pipeline.slice(1), pipelineContext(request, namespace));
  const source = new ChangeStreamSource(scope, options, server.engine, server.changes, transform);
  return openCursor(request, namespace, source, { ...readCursorOptions(args), awaitsData: true });
}

function eventTransform(pipeline: readonly Document[], context: PipelineContext): EventTransform | undefined {
  if (pipeline.length === 0) return undefined;
  const stage = compilePipeline(pipeline, context, 'change stream');
  return (event) => {
    for (const result of stage([event])) if (result) return result;
    return undefined;
  };
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
  return wholeDatabase ? { database } : commandNamespace(request);
}

export const aggregate: Command = { name: 'aggregate', transactional: true, writes, run };
