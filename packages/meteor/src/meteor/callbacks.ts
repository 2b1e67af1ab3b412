import { _debug } from './debug.js';
import { Meteor } from './meteor.js';
import type { AnyFunction } from './types.js';

/** See `MeteorCore.promisify`. */
export function promisify(func: AnyFunction, context?: unknown, errorFirst = true) {
  return function (this: unknown, ...args: unknown[]): Promise<unknown> {
    // Trailing optional arguments left undefined must not keep the callback from being the last that counts.
    const given = args.filter((arg) => arg !== undefined);
    return new Promise((resolve, reject) => {
      const callback = Meteor.bindEnvironment((first: unknown, second: unknown) => {
        const [error, result] = errorFirst ? [first, second] : [second, first];
        if (error) reject(error);
        else resolve(result);
      });
      func.apply(context || this, [...given, callback]);
    });
  };
}

/** See `MeteorCore.wrapAsync`. */
export function wrapAsync(func: AnyFunction, context?: unknown): AnyFunction {
  return function (this: unknown, ...args: unknown[]) {
    let last = args.length - 1;
    while (last >= 0 && args[last] === undefined) last--;
    const hasCallback = typeof args[last] === 'function';
    const callback = hasCallback ? (args[last] as AnyFunction) : printError;
    args[hasCallback ? last : last + 1] = Meteor.bindEnvironment(callback);
    return func.apply(context || this, args);
  };
}

function printError(error: unknown): void {
  if (error) _debug('Exception in callback of async function', error);
}

/** What `bindEnvironment` does with errors when it is given a description or nothing. */
export function toExceptionHandler(
  onException: string | ((error: unknown) => void) | undefined | null,
): (error: unknown) => void {
  if (typeof onException === 'function') return onException;
  if (onException && typeof onException !== 'string') {
    throw new Error('onException argument must be a function, string or undefined for Meteor.bindEnvironment().');
  }
  const description = onException || 'callback of async function';
  return (error) => _debug(`Exception in ${description}:`, error);
}
