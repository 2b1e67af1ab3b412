import type { FindQuery } from '../engine/types.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace } from './namespace.js';
import { withoutUndefined } from './without-undefined.js';

const KNOWN = new Set(['count', 'query', 'limit', 'skip', 'hint', 'collation', 'fields', 'encryptionInformation']);

function run(request: CommandRequest): CommandReply {
  const { engine } = request.server;
  const namespace = commandNamespace(request);
  const collection = engine.collection(namespace.database, namespace.collection);
  return { n: collection ? collection.countMatching(readCountQuery(request.args)) : 0 };
}

/** Reads the query of a count command. */
export function readCountQuery(args: CommandRequest['args']): FindQuery {
  args.only(KNOWN);
  return withoutUndefined<FindQuery>({
    filter: args.document('query') ?? {},
    // A negative limit was a single batch's once.
    limit: Math.abs(args.integer('limit') ?? 0) || undefined,
    skip: args.count('skip') || undefined,
    hint: args.hint(),
    collation: args.document('collation'),
  });
}

export const count: Command = { name: 'count', run };
