import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import { ConnectionEnded } from '../server/connection-ended.js';
import type { ConnectionState } from '../server/connection-state.js';
import type { ServerState } from '../server/server-state.js';
import { untilWritable } from '../sessions/until-writable.js';
import { checkApiVersion } from './api-version.js';
import { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { errorReply } from './error-reply.js';
import { checkDatabaseName } from './namespace.js';
import { carryOut, plannedReply } from './planned-failure.js';
import { addSnapshotTime, readReadConcern } from './read-concern.js';
import { commandNamed } from './registry.js';
import { replyTimes } from './reply-times.js';
import { withTimeLimit } from './time-limit.js';
import { beginOrContinueTransaction, failStatement, finishStatement } from './transaction-statements.js';
import { applyWriteConcern, readWriteConcern } from './write-concern.js';

/** How long a transaction waits for the end of another one that writes, before it fails with a conflict. */
const PATIENCE = 1000;

/**
 * Runs the command that `body` is and gives the whole reply; errors of commands are replies, too.
 * @throws ConnectionEnded if there is nobody to answer
 */
export async function dispatch(body: Document, connection: ConnectionState, server: ServerState): Promise<Document> {
  server.counters.commands += 1;
  let reply: Document;
  let request: CommandRequest | undefined;
  try {
    const name = firstName(body);
    const command = commandNamed(name);
    if (!command) throw new MongoError(59, `no such command: '${name}'`);
    request = createRequest(name, command, body, connection, server);
    const plan = server.failPoints?.planFor(command.name, connection);
    if (plan) await carryOut(plan, connection);
    reply = await executeStatement(command, request);
    reply.ok ??= 1;
    if (plan) Object.assign(reply, plannedReply(plan, request));
  } catch (error) {
    if (error instanceof ConnectionEnded) throw error;
    reply = errorReply(error, request);
  }
  return Object.assign(reply, replyTimes(server));
}

function firstName(body: Document): string {
  for (const name in body) return name;
  throw new MongoError(59, "no such command: ''");
}

function createRequest(
  name: string,
  command: Command,
  body: Document,
  connection: ConnectionState,
  server: ServerState,
): CommandRequest {
  const args = new Arguments(command.name, body);
  const database = args.string('$db');
  if (database === undefined) throw new MongoError(40571, 'OP_MSG requests require a $db argument');
  checkDatabaseName(database);
  if (command.adminOnly && database !== 'admin') {
    throw new MongoError(13, `${name} may only be run against the admin database.`);
  }
  if (server.users && !connection.user && !command.open) {
    throw new MongoError(13, `Command ${name} requires authentication`);
  }
  checkApiVersion(command, args);
  const session = args.has('lsid') ? server.sessions.use(args.get('lsid'), connection.user?.name ?? '') : undefined;
  return { name, database, args, body, server, connection, session, transaction: undefined, signal: connection.closed };
}

/** Runs a command, which ends its transaction if it fails. */
async function executeStatement(command: Command, request: CommandRequest): Promise<CommandReply> {
  try {
    return await execute(command, request);
  } catch (error) {
    if (!command.endsTransaction && error instanceof MongoError) failStatement(request, error);
    throw error;
  }
}

async function execute(command: Command, request: CommandRequest): Promise<CommandReply> {
  const snapshot = readReadConcern(command, request);
  const concern = readWriteConcern(request);
  const statement = beginOrContinueTransaction(command, request);
  if (snapshot && !statement.transaction) return executeOnSnapshot(command, statement, snapshot.time);
  const limited = withTimeLimit(command, statement);
  try {
    const writes = typeof command.writes === 'function' ? command.writes(limited) : command.writes;
    const { engine, failPoints } = limited.server;
    if (writes && !engine.isWritable(limited.transaction)) {
      await untilWritable(engine, limited.transaction, limited.signal, limited.transaction ? PATIENCE : undefined);
    }
    const retryable = writes && failPoints && limited.args.has('txnNumber') && !limited.transaction;
    const before = retryable && failPoints.planForRetryableWrite('before');
    if (before) await carryOut(before, limited.connection);
    const running = command.run(limited);
    const reply = running instanceof Promise ? await running : running;
    finishStatement(limited, reply);
    if ((writes || command.endsTransaction) && concern) applyWriteConcern(concern, limited, reply);
    const after = retryable && !reply.retriedStmtIds && failPoints.planForRetryableWrite('after');
    if (after) await carryOut(after, limited.connection);
    return reply;
  } finally {
    limited.endTimeLimit();
  }
}

async function executeOnSnapshot(
  command: Command,
  request: CommandRequest,
  at: Parameters<ServerState['snapshots']['at']>[0],
): Promise<CommandReply> {
  const { transaction, time } = request.server.snapshots.at(at);
  const limited = withTimeLimit(command, { ...request, transaction });
  try {
    const reply = await command.run(limited);
    addSnapshotTime(reply, time);
    return reply;
  } finally {
    limited.endTimeLimit();
  }
}
