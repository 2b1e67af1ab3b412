import { EmptySource } from '../cursors/empty-source.js';
import { QuerySource } from '../cursors/query-source.js';
import { TailableSource } from '../cursors/tailable-source.js';
import type { FindQuery } from '../engine/types.js';
import type { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { badValue, failedToParse } from './errors.js';
import { commandNamespace } from './namespace.js';
import { openCursor } from './open-cursor.js';
import { readVariables } from './variables.js';
import { withoutUndefined } from './without-undefined.js';

const KNOWN = new Set([
  'find',
  'filter',
  'sort',
  'projection',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'min',
  'max',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'oplogReplay',
  'noCursorTimeout',
  'allowPartialResults',
  'collation',
  'allowDiskUse',
  'let',
  'term',
  'readOnce',
  'encryptionInformation',
  'ntoreturn',
]);

/** Reads the query of a find command. */
export function readFindQuery(args: Arguments): FindQuery {
  args.only(KNOWN);
  return withoutUndefined<FindQuery>({
    filter: args.document('filter') ?? {},
    sort: args.document('sort'),
    skip: args.count('skip') || undefined,
    limit: readLimit(args),
    projection: args.document('projection'),
    collation: args.document('collation'),
    hint: args.hint(),
    min: args.document('min'),
    max: args.document('max'),
    let: readVariables(args.document('let')),
    returnKey: args.boolean('returnKey') || undefined,
    showRecordId: args.boolean('showRecordId') || undefined,
  });
}

function readLimit(args: Arguments): number | undefined {
  const limit = args.count('limit');
  return limit === 0 ? undefined : limit;
}

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args, server, transaction } = request;
  const query = readFindQuery(args);
  const namespace = commandNamespace(request);
  const collection = server.engine.collection(namespace.database, namespace.collection, transaction);
  const batchSize = args.count('batchSize');
  const tailable = args.boolean('tailable');
  if (args.boolean('awaitData') && !tailable) {
    throw failedToParse('Cannot set awaitData without tailable');
  }
  if (tailable && collection && !collection.info.options.capped) {
    throw badValue(
      `error processing query: tailable cursor requested on non capped collection: ${namespace.database}.${namespace.collection}`,
    );
  }
  const options = { batchSize, singleBatch: args.boolean('singleBatch'), noTimeout: args.boolean('noCursorTimeout') };
  if (tailable && collection) {
    const source = new TailableSource(server.engine, collection, query, args.boolean('awaitData'));
    return openCursor(request, namespace, source, { ...options, awaitsData: args.boolean('awaitData') });
  }
  const source = collection ? new QuerySource(collection.find(query, transaction), query.limit) : new EmptySource();
  return openCursor(request, namespace, source, options);
}

export const find: Command = { name: 'find', transactional: true, run };
