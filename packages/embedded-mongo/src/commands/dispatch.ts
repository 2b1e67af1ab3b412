import { BSONError, type Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { ConnectionState } from '../server/connection-state.js';
import type { ServerState } from '../server/server-state.js';
import { untilWritable } from '../sessions/until-writable.js';
import { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { errorReply } from './error-reply.js';
import { checkDatabaseName } from './namespace.js';
import { commandNamed } from './registry.js';
import { replyTimes } from './reply-times.js';
import { withTimeLimit } from './time-limit.js';
import { beginOrContinueTransaction, finishStatement } from './transaction-statements.js';
import { applyWriteConcern, checkReadConcern, readWriteConcern } from './write-concern.js';

/** How long a transaction waits for the end of another one that writes, before it fails with a conflict. */
const PATIENCE = 1000;

/** Runs the command that `body` is and gives the whole reply; errors of commands are replies, too. */
export async function dispatch(body: Document, connection: ConnectionState, server: ServerState): Promise<Document> {
  server.counters.commands += 1;
  let reply: Document;
  let request: CommandRequest | undefined;
  try {
    const name = firstName(body);
    const command = commandNamed(name);
    if (!command) throw new MongoError(59, `no such command: '${name}'`);
    request = createRequest(name, command, body, connection, server);
    reply = await execute(command, request);
    reply.ok ??= 1;
  } catch (error) {
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
  const version = args.string('apiVersion');
  if (version !== undefined && version !== '1') {
    throw new MongoError(322, `API version must be "1"`);
  }
  const session = args.has('lsid') ? server.sessions.use(args.get('lsid'), connection.user?.name ?? '') : undefined;
  return { name, database, args, body, server, connection, session, transaction: undefined, signal: connection.closed };
}

async function execute(command: Command, request: CommandRequest): Promise<CommandReply> {
  checkReadConcern(request);
  const concern = readWriteConcern(request);
  const inTransaction = beginOrContinueTransaction(command, request);
  const limited = withTimeLimit(command, inTransaction);
  try {
    const writes = typeof command.writes === 'function' ? command.writes(limited) : command.writes;
    const { engine } = limited.server;
    if (writes && !engine.isWritable(limited.transaction)) {
      await untilWritable(engine, limited.transaction, limited.signal, limited.transaction ? PATIENCE : undefined);
    }
    const running = command.run(limited);
    const reply = running instanceof Promise ? await running : running;
    finishStatement(limited, reply);
    if (writes && concern) applyWriteConcern(concern, limited, reply);
    return reply;
  } finally {
    limited.endTimeLimit();
  }
}

/** Errors that show a client's mistake rather than ours. */
export function isClientError(error: unknown): boolean {
  return error instanceof MongoError || error instanceof BSONError;
}
