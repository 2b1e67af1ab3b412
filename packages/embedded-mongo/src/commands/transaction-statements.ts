import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { Session } from '../sessions/session.js';
import { SessionTransaction } from '../sessions/session-transaction.js';
import { toNumber } from './arguments.js';
import type { Command, CommandRequest } from './command.js';

/** Others wait for a transaction that has written: it has to end within this time, as in MongoDB. */
const LIFETIME = 60_000;

/**
 * Makes the command part of the transaction that it names, or takes up its number as a retryable write's.
 * @throws MongoError if it does not fit into the state of its session.
 */
export function beginOrContinueTransaction(command: Command, request: CommandRequest): CommandRequest {
  const { args, session } = request;
  if (!args.has('txnNumber')) {
    if (args.has('autocommit') || args.has('startTransaction')) {
      throw new MongoError(72, "'autocommit' field requires a transaction number to also be specified");
    }
    return request;
  }
  if (!session) throw new MongoError(72, 'Transaction number requires a session ID to also be specified');
  const number = transactionNumber(request);
  if (!args.has('autocommit')) {
    endOlderTransaction(session, number);
    session.advanceTo(number);
    return request;
  }
  if (args.boolean('autocommit')) throw new MongoError(72, "'autocommit' field must be false");
  if (command.endsTransaction) return request;
  const starts = args.boolean('startTransaction');
  if (!command.transactional) {
    throw new MongoError(263, `Cannot run '${command.name}' in a multi-document transaction.`);
  }
  const transaction = starts ? begin(session, number, request) : current(session, number);
  return { ...request, transaction: transaction.engineTransaction };
}

function begin(session: Session, number: bigint, { server }: CommandRequest): SessionTransaction {
  if (session.transaction?.number === number) {
    throw new MongoError(117, `Cannot start transaction ${number}: it is already in progress`);
  }
  endOlderTransaction(session, number);
  session.advanceTo(number);
  session.transaction = new SessionTransaction(number, server.engine, LIFETIME);
  return session.transaction;
}

function current(session: Session, number: bigint): SessionTransaction {
  const { transaction } = session;
  if (!transaction || transaction.number !== number || transaction.state === 'aborted') {
    throw new MongoError(251, `Given transaction number ${number} does not match any in-progress transactions.`);
  }
  if (transaction.state === 'committed') {
    throw new MongoError(256, `Transaction ${number} has been committed.`);
  }
  return transaction;
}

/**
 * The transaction that a commit or abort is about.
 * @throws MongoError 251 NoSuchTransaction, 72 InvalidOptions
 */
export function transactionToEnd(request: CommandRequest): SessionTransaction {
  const { args, name, session } = request;
  if (!session || !args.has('txnNumber') || !args.has('autocommit')) {
    throw new MongoError(125, `${name} must be run within a transaction`);
  }
  const number = transactionNumber(request);
  const { transaction } = session;
  if (transaction?.number !== number) {
    throw new MongoError(251, `Given transaction number ${number} does not match any in-progress transactions.`);
  }
  return transaction;
}

function endOlderTransaction(session: Session, number: bigint): void {
  const { transaction } = session;
  if (transaction && transaction.number < number) {
    transaction.abort();
    session.transaction = undefined;
  }
}

/** Number of the transaction or retryable write. */
export function transactionNumber({ args }: CommandRequest): bigint {
  const number = toNumber(args.get('txnNumber'));
  if (number === undefined || !Number.isInteger(number) || number < 0) {
    throw new MongoError(72, 'The transaction number must be a whole number >= 0');
  }
  return BigInt(number);
}

/** A statement with write errors ends its transaction, as in MongoDB. */
export function finishStatement({ transaction, session, server }: CommandRequest, reply: Document): void {
  if (transaction && session && reply.writeErrors) abortTransaction(session, server.cursors);
}

/** Ends the transaction of a statement that has failed. */
export function failStatement(request: CommandRequest, error: MongoError): void {
  const { args, session, server } = request;
  const transaction = session?.transaction;
  if (!session || !args.has('autocommit') || transaction?.state !== 'active') return;
  // One that could not be begun since it is there already goes on.
  if (transaction.number === transactionNumberOrNone(request) && error.code !== 117) {
    abortTransaction(session, server.cursors);
  }
}

function transactionNumberOrNone(request: CommandRequest): bigint | undefined {
  try {
    return transactionNumber(request);
  } catch {
    return undefined;
  }
}

function abortTransaction(
  session: Session,
  cursors: { killOfTransaction(session: Session, number: bigint): void },
): void {
  const { transaction } = session;
  if (!transaction) return;
  cursors.killOfTransaction(session, transaction.number);
  transaction.abort();
}
