import { _inherits } from './object-helpers.js';
import type { ErrorType, MeteorError, MeteorErrorConstructor, TypedError } from './types.js';

type ErrorInit<Args extends unknown[]> = (this: TypedError & Record<string, unknown>, ...args: Args) => void;

/** See `MeteorCore.makeErrorType`. The class may also be called without `new`, through `.call`, by old subclasses. */
export function makeErrorType<Args extends unknown[]>(name: string, init: ErrorInit<Args>): ErrorType<Args> {
  function TypedErrorClass(this: TypedError & Record<string, unknown>, ...args: Args) {
    // A plain function, not a class: Meteor's own and users' old code subclasses it with `_inherits` and `.apply(this)`.
    init.apply(this, args);
    // After `init`, so that the stack begins with the message.
    if (Error.captureStackTrace) Error.captureStackTrace(this, TypedErrorClass);
    else this.stack = new Error().stack as string;
    this.errorType = name;
  }
  _inherits(TypedErrorClass, Error);
  return TypedErrorClass as unknown as ErrorType<Args>;
}

export const MeteorErrorClass = makeErrorType(
  'Meteor.Error',
  function (error: string | number, reason?: string, details?: string) {
    this.isClientSafe = true;
    this.error = error;
    this.reason = reason;
    this.details = details;
    this.message = reason ? `${reason} [${error}]` : `[${error}]`;
  },
) as unknown as MeteorErrorConstructor;

MeteorErrorClass.prototype.clone = function (this: MeteorError) {
  return new MeteorErrorClass(this.error, this.reason, this.details);
};
