import { errorCodeName } from '../engine/error-codes.js';

/** Names of errors of the server rather than of what it stores. */
const SERVER_CODE_NAMES: Readonly<Record<number, string>> = {
  6: 'HostUnreachable',
  7: 'HostNotFound',
  24: 'LockTimeout',
  47: 'NoMatchingDocument',
  63: 'StaleShardVersion',
  79: 'UnknownReplWriteConcern',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  100: 'UnsatisfiableWriteConcern',
  117: 'ConflictingOperationInProgress',
  125: 'CommandFailed',
  133: 'FailedToSatisfyReadPreference',
  134: 'ReadConcernMajorityNotAvailableYet',
  150: 'StaleEpoch',
  175: 'QueryPlanKilled',
  234: 'RetryChangeStream',
  237: 'CursorKilled',
  239: 'SnapshotTooOld',
  261: 'TooManyLogicalSessions',
  267: 'PreparedTransactionInProgress',
  322: 'APIVersionError',
  323: 'APIStrictError',
  334: 'MechanismUnavailable',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  11602: 'InterruptedDueToReplStateChange',
  12051: 'CursorInUse',
  13388: 'StaleConfig',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
};

/** The name that belongs to an error's code. */
export function codeName(code: number): string {
  return SERVER_CODE_NAMES[code] ?? errorCodeName(code);
}
