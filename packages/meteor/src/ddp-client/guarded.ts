import { Meteor } from '@bolide/meteor/meteor';
import { isPromiseLike, type MaybePromise } from './maybe-promise.js';

/** Calls `func`; what it throws, or rejects with, is printed with `description` and goes no further. */
export function guarded(description: string, func: () => MaybePromise<unknown>): MaybePromise<void> {
  const report = (error: unknown) => Meteor._debug(`Exception in ${description}:`, error);
  try {
    const result = func();
    if (isPromiseLike(result)) return result.then(() => {}, report);
  } catch (error) {
    report(error);
  }
}
