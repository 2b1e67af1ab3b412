import { _inherits } from './object-helpers.js';
import type { ErrorType, MeteorError, MeteorErrorConstructor, MeteorErrorDetails, TypedError } from './types.js';

type ErrorInit<Args extends unknown[]> = (this: TypedError & Record<string, unknown>, ...args: Args) => void;

/** See `MeteorCore.makeErrorType`. */
export function makeErrorType<Args extends unknown[]>(name: string, init: ErrorInit<Args>): ErrorType<Args> {
  // A plain function, not a class: old code makes subclasses of it with `_inherits` and `.apply(this, arguments)`.
  function TypedErrorClass(this: TypedError & Record<string, unknown>, ...args: Args) {
    // With `new`: a true error object, which engines and consoles know as one.
    const error: typeof this = new.target ? Reflect.construct(Error, [], new.target) : this;
    init.apply(error, args);
    error.errorType = name;
    // After `init`, so that the stack begins with the message.
    Error.captureStackTrace?.(error, new.target ?? TypedErrorClass);
    error.stack ??= new Error(error.message).stack as string;
    return error;
  }
  _inherits(TypedErrorClass, Error);
  // What consoles show.
  Object.defineProperty(TypedErrorClass, 'name', { value: name });
  return TypedErrorClass as unknown as ErrorType<Args>;
}

export const MeteorErrorClass = makeErrorType(
  'Meteor.Error',
  function (error: string | number, reason?: string, details?: MeteorErrorDetails) {
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
