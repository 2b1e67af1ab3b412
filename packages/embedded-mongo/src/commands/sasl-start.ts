import { Binary, type Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import { ScramConversation } from '../server/scram-conversation.js';
import { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { typeMismatch } from './errors.js';

const MECHANISM = 'SCRAM-SHA-256';

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args, connection, server } = request;
  const mechanism = args.required('mechanism', args.string('mechanism'));
  if (!server.users) throw new MongoError(18, 'Authentication failed: this server has no users.');
  if (mechanism !== MECHANISM) {
    throw new MongoError(334, `Unsupported mechanism '${mechanism}': this server speaks ${MECHANISM}`);
  }
  const options = args.document('options');
  const skipEmptyExchange = options ? new Arguments('saslStart.options', options).boolean('skipEmptyExchange') : false;
  const conversation = new ScramConversation(server.users, skipEmptyExchange);
  connection.user = undefined;
  connection.conversation = conversation;
  return continueConversation(conversation, request);
}

/** One step of a login. */
export async function continueConversation(
  conversation: ScramConversation,
  { args, connection, database }: CommandRequest,
): Promise<Document> {
  try {
    const answer = await conversation.answer(readPayload(args.get('payload')));
    if (conversation.user !== undefined) {
      connection.user = { name: conversation.user, database };
      connection.conversation = undefined;
    }
    return {
      conversationId: conversation.id,
      done: conversation.user !== undefined,
      payload: new Binary(Buffer.from(answer)),
    };
  } catch (error) {
    connection.conversation = undefined;
    throw error;
  }
}

function readPayload(payload: unknown): Uint8Array {
  if (payload instanceof Binary) return payload.value();
  if (payload instanceof Uint8Array) return payload;
  throw typeMismatch('saslStart.payload', payload, 'binData');
}

/** What a hello that asks for mechanisms, or already begins to log in, gets for it. */
export async function authenticateInHello(request: CommandRequest): Promise<Document> {
  const { args, server } = request;
  const reply: Document = {};
  if (args.has('saslSupportedMechs') && server.users) reply.saslSupportedMechs = [MECHANISM];
  const begun = args.document('speculativeAuthenticate');
  if (begun && server.users && begun.saslStart !== undefined) {
    try {
      const database = typeof begun.db === 'string' ? begun.db : 'admin';
      reply.speculativeAuthenticate = await run({ ...request, database, args: new Arguments('saslStart', begun) });
    } catch {
      // It was only a guess of the client; it logs in by saslStart then, and is told what is wrong.
    }
  }
  return reply;
}

export const saslStart: Command = { name: 'saslStart', open: true, run };
