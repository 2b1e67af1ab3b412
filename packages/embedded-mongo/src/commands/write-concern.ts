import type { Document } from 'bson';
import { Arguments, toNumber } from './arguments.js';
import type { CommandRequest } from './command.js';
import { failedToParse } from './errors.js';

export interface WriteConcern {
  readonly journal: boolean;
  /** What cannot be fulfilled, as the reply's `writeConcernError`. */
  readonly error: Document | undefined;
}

/** @throws MongoError 9 FailedToParse, 14 TypeMismatch */
export function readWriteConcern({ args, transaction }: CommandRequest): WriteConcern | undefined {
  const given = args.document('writeConcern');
  if (!given) return undefined;
  const concern = new Arguments('writeConcern', given);
  const journal = concern.boolean('j') || concern.boolean('fsync');
  const w = concern.get('w') ?? 1;
  let error: Document | undefined;
  if (typeof w === 'string') {
    if (w !== 'majority') {
      error = {
        code: 79,
        codeName: 'UnknownReplWriteConcern',
        errmsg: `No write concern mode named '${w}' found in replica set configuration`,
        errInfo: { writeConcern: given },
      };
    }
  } else {
    const members = toNumber(w);
    if (members === undefined || !Number.isInteger(members) || members < 0 || members > 50) {
      throw failedToParse('w has to be a non-negative number and not greater than 50, a string, or an object');
    }
    if (members > 1) {
      error = {
        code: 100,
        codeName: 'UnsatisfiableWriteConcern',
        errmsg: 'Not enough data-bearing nodes',
        errInfo: { writeConcern: given },
      };
    }
  }
  return transaction && !journal && !error ? undefined : { journal, error };
}

/** Does what the write concern asks for, after the write. */
export function applyWriteConcern(
  concern: WriteConcern,
  { server, transaction }: CommandRequest,
  reply: Document,
): void {
  if (concern.journal && !transaction) server.engine.flush();
  if (concern.error) reply.writeConcernError = concern.error;
}
