import { _relativeToSiteRootUrl } from './absolute-url.js';
import { promisify, wrapAsync } from './callbacks.js';
import { _debug, _suppress_log, _suppressed_log_expected } from './debug.js';
import { deprecate } from './deprecate.js';
import { MeteorErrorClass, makeErrorType } from './errors.js';
import { _delete, _ensure, _escapeRegExp, _get, _inherits, _isPromise } from './object-helpers.js';
import { AsynchronousQueueClass, DoubleEndedQueueClass, SynchronousQueueClass } from './queues.js';
import { timers } from './timers.js';
import type { AnyFunction } from './types.js';

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The members of `Meteor` that are the same on client and server. */
export const common = {
  isFibersDisabled: true as const,
  _isFibersEnabled: false as const,
  Error: MeteorErrorClass,
  makeErrorType,
  promisify,
  wrapAsync,
  wrapFn: <F extends AnyFunction>(func: F) => func,
  deprecate,
  fetch: ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args)) as typeof fetch,
  ...timers,
  _debug,
  _suppress_log,
  _suppressed_log_expected,
  _get,
  _ensure,
  _delete,
  _inherits,
  _escapeRegExp,
  _isPromise,
  _relativeToSiteRootUrl,
  _sleepForMs: sleep,
  sleep,
  _AsynchronousQueue: AsynchronousQueueClass,
  _UnyieldingQueue: SynchronousQueueClass,
  _DoubleEndedQueue: DoubleEndedQueueClass,
};
