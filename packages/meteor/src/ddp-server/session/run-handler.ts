import { Match } from '@bolide/meteor/check';
import { isAuditingArgumentChecks } from '../weak-packages.js';

/** A method or publish function, whatever its parameters. */
export type Handler = (this: never, ...args: never[]) => unknown;

/**
 * Calls a method or publish function; with the package `audit-argument-checks`, makes sure that it checks its arguments.
 * @param description for the error, e.g. `call to 'x'`.
 */
export function runHandler(handler: Handler, self: unknown, args: readonly unknown[], describe: () => string): unknown {
  if (isAuditingArgumentChecks()) {
    return Match._failIfArgumentsAreNotAllChecked(handler as never, self, args as never, describe());
  }
  return handler.apply(self as never, args as never);
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
