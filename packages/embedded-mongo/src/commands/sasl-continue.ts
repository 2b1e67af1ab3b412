import { MongoError } from '../engine/mongo-error.js';
import { ScramConversation } from '../server/scram-conversation.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { continueConversation } from './sasl-start.js';

function run(request: CommandRequest): Promise<CommandReply> {
  const { conversation } = request.connection;
  if (!(conversation instanceof ScramConversation) || request.args.integer('conversationId') !== conversation.id) {
    throw new MongoError(17, 'No SASL session state found');
  }
  return continueConversation(conversation, request);
}

export const saslContinue: Command = { name: 'saslContinue', open: true, run };
