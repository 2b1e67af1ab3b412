import { Long } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { Session } from '../sessions/session.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { resumableLabels } from './error-labels.js';
import { typeMismatch } from './errors.js';
import { namespaceText } from './namespace.js';
import { carryOut } from './planned-failure.js';

const KNOWN = new Set(['getMore', 'collection', 'batchSize', 'term', 'lastKnownCommittedOpTime']);
/** How long a cursor waits for data unless the client says so, in milliseconds. */
const DEFAULT_PATIENCE = 1000;

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args, server, session, connection } = request;
  args.only(KNOWN);
  const id = readCursorId(args.get('getMore'), 'getMore.getMore');
  const collection = args.required('collection', args.string('collection'));
  const batchSize = args.count('batchSize');
  const cursor = server.cursors.get(id);
  if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
  const { namespace, source } = cursor;
  if (namespace.database !== request.database || namespace.collection !== collection) {
    throw new MongoError(
      13,
      `Requested getMore on namespace '${request.database}.${collection}', but cursor belongs to a different namespace ${namespaceText(namespace)}`,
    );
  }
  if (cursor.session !== session) throw otherSession(id, cursor.session, session);
  if (cursor.user !== (connection.user?.name ?? '')) {
    throw new MongoError(13, `cursor id ${id} was not created by the authenticated user`);
  }
  if (cursor.busy) throw new MongoError(12051, `cursor id ${id} is already in use`);
  if (cursor.failure) {
    server.cursors.kill(id);
    throw cursor.failure;
  }
  cursor.busy = true;
  try {
    const plan = server.failPoints?.planForGetMore();
    if (plan) await carryOut(plan, connection);
    const patience = cursor.awaitsData ? (args.count('maxTimeMS') ?? DEFAULT_PATIENCE) : 0;
    const limit = batchSize === 0 ? undefined : batchSize;
    const batch = await source.nextBatch({ limit, patience, signal: request.signal });
    if (cursor.killed) throw new MongoError(237, `cursor id ${id} was killed`);
    const finished = source.exhausted;
    const extra = source.extra?.();
    return {
      cursor: { nextBatch: batch, ...extra, id: finished ? Long.ZERO : id, ns: namespaceText(namespace) },
    };
  } catch (error) {
    server.cursors.kill(id);
    throw source.survivesDrop && error instanceof MongoError ? asResumable(error) : error;
  } finally {
    cursor.busy = false;
    cursor.lastUse = Date.now();
    if (cursor.killed) source.close();
    else if (source.exhausted) server.cursors.kill(id);
  }
}

/** Clients resume a change stream after an error if they are told that they can. */
function asResumable(error: MongoError): MongoError {
  const labels = resumableLabels(error.code);
  if (labels.length === 0) return error;
  return new MongoError(error.code, error.message, { ...error.details, errorLabels: labels }, { cause: error });
}

function otherSession(id: Long, creator: Session | undefined, user: Session | undefined): MongoError {
  const code = !creator ? 50737 : user ? 50738 : 50736;
  const made = creator ? 'was created in another session' : 'was not created in a session';
  return new MongoError(code, `Cannot run getMore on cursor ${id}, which ${made}`);
}

/** @throws MongoError 14 TypeMismatch */
export function readCursorId(value: unknown, field: string): Long {
  if (value instanceof Long) return value;
  if (typeof value === 'number' && Number.isInteger(value)) return Long.fromNumber(value);
  throw typeMismatch(field, value, 'long');
}

export const getMore: Command = { name: 'getMore', transactional: true, run };
