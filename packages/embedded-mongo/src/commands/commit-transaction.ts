import { MongoError } from '../engine/mongo-error.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { transactionToEnd } from './transaction-statements.js';

function run(request: CommandRequest): CommandReply {
  const transaction = transactionToEnd(request);
  if (transaction.state === 'aborted') {
    throw new MongoError(251, `Transaction ${transaction.number} has been aborted.`);
  }
  // A client that has not heard of the first commit commits once more.
  if (transaction.state === 'active') transaction.commit();
  return {};
}

export const commitTransaction: Command = { name: 'commitTransaction', adminOnly: true, endsTransaction: true, run };
