import type { CommandRequest } from './command.js';

/** Errors after which another attempt of the same write may succeed, as MongoDB counts them. */
const RETRYABLE_CODES: ReadonlySet<number> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);
/** Errors after which another attempt of the whole transaction may succeed: of a commit, and of other statements. */
const TRANSIENT_CODES_OF_COMMIT: ReadonlySet<number> = new Set([24, 112, 246, 251, 267]);
const TRANSIENT_CODES: ReadonlySet<number> = new Set([...TRANSIENT_CODES_OF_COMMIT, ...RETRYABLE_CODES]);
/** Errors after which a change stream can be resumed. */
const RESUMABLE_CODES: ReadonlySet<number> = new Set([...RETRYABLE_CODES, 63, 133, 150, 234, 13388]);

/** What tells drivers what they can do about an error. */
export function errorLabels(request: CommandRequest, code: number): string[] {
  return [...transientTransactionLabels(request, code), ...retryableWriteLabels(request, code)];
}

/** Tells drivers to send a retryable write, or the end of a transaction, once more. */
export function retryableWriteLabels({ args, name }: CommandRequest, code: number): string[] {
  const endsTransaction = name === 'commitTransaction' || name === 'abortTransaction';
  const isRetryable = args.has('txnNumber') && (!args.has('autocommit') || endsTransaction);
  return isRetryable && RETRYABLE_CODES.has(code) ? ['RetryableWriteError'] : [];
}

/** Tells drivers to run a transaction once more. */
function transientTransactionLabels({ args, name }: CommandRequest, code: number): string[] {
  if (!args.has('autocommit')) return [];
  const codes = name === 'commitTransaction' ? TRANSIENT_CODES_OF_COMMIT : TRANSIENT_CODES;
  return codes.has(code) ? ['TransientTransactionError'] : [];
}

/** Tells drivers to resume a change stream. */
export function resumableLabels(code: number): string[] {
  return RESUMABLE_CODES.has(code) ? ['ResumableChangeStreamError'] : [];
}
