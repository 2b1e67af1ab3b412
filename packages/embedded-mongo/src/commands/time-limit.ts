import { MongoError } from '../engine/mongo-error.js';
import type { Command, CommandRequest } from './command.js';

/** A request that fails with MaxTimeMSExpired when the time the client gave it is over. */
export type LimitedRequest = CommandRequest & { endTimeLimit(): void };

export function withTimeLimit(command: Command, request: CommandRequest): LimitedRequest {
  // For getMore the argument says how long to wait for data; for hello, too.
  const limit = command.name === 'getMore' || command.name === 'hello' ? undefined : request.args.count('maxTimeMS');
  if (!limit) return Object.assign(request, { endTimeLimit: nothing });
  if (limit > 0x7fffffff) throw new MongoError(2, `${limit} value for maxTimeMS is out of range [0, 2147483647]`);
  const expired = new AbortController();
  const timer = setTimeout(() => expired.abort(new MongoError(50, 'operation exceeded time limit')), limit);
  const signal = AbortSignal.any([request.signal, expired.signal]);
  return Object.assign({ ...request, signal }, { endTimeLimit: () => clearTimeout(timer) });
}

function nothing(): void {}
