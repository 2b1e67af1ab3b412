import { MongoError } from '../engine/mongo-error.js';
import type { Arguments } from './arguments.js';
import type { Command } from './command.js';

/** The commands of version 1 of MongoDB's stable API. */
const VERSION_1: ReadonlySet<string> = new Set([
  'abortTransaction',
  'aggregate',
  'bulkWrite',
  'collMod',
  'commitTransaction',
  'count',
  'create',
  'createIndexes',
  'delete',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'endSessions',
  'explain',
  'find',
  'findAndModify',
  'getMore',
  'hello',
  'insert',
  'killCursors',
  'listCollections',
  'listDatabases',
  'listIndexes',
  'logout',
  'ping',
  'refreshSessions',
  'saslContinue',
  'saslStart',
  'update',
]);
const STAGES_OUTSIDE: ReadonlySet<string> = new Set([
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
]);

/** @throws MongoError 322 APIVersionError, 323 APIStrictError */
export function checkApiVersion(command: Command, args: Arguments): void {
  const version = args.string('apiVersion');
  if (version === undefined) return;
  if (version !== '1') throw new MongoError(322, 'API version must be "1"');
  if (!args.boolean('apiStrict')) return;
  if (!VERSION_1.has(command.name)) {
    throw new MongoError(
      323,
      `Provided apiStrict:true, but the command ${command.name} is not in API Version ${version}.`,
    );
  }
  if (command.name !== 'aggregate') return;
  for (const stage of args.documents('pipeline') ?? []) {
    const name = Object.keys(stage)[0] ?? '';
    if (STAGES_OUTSIDE.has(name)) {
      throw new MongoError(323, `stage ${name} is not allowed with 'apiStrict: true' in API Version ${version}`);
    }
  }
}
