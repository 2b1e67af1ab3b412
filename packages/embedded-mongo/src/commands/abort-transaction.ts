import { MongoError } from '../engine/mongo-error.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { transactionToEnd } from './transaction-statements.js';

function run(request: CommandRequest): CommandReply {
  const transaction = transactionToEnd(request);
  if (transaction.state === 'committed') {
    throw new MongoError(256, `Transaction ${transaction.number} has been committed.`);
  }
  if (transaction.state === 'aborted') {
    throw new MongoError(251, `Transaction ${transaction.number} has been aborted.`);
  }
  if (request.session) request.server.cursors.killOfTransaction(request.session, transaction.number);
  transaction.abort();
  return {};
}

export const abortTransaction: Command = { name: 'abortTransaction', adminOnly: true, endsTransaction: true, run };
