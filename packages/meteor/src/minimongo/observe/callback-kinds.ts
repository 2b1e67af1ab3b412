import type { ObserveCallbacks, ObserveChangesCallbacks } from '../types.js';

/** Whether callbacks of `observe` ask for positions. Throws if they want one thing in two ways. */
export function observeCallbacksAreOrdered(callbacks: ObserveCallbacks<never>): boolean {
  for (const name of ['added', 'changed', 'removed'] as const) {
    if (callbacks[name] && callbacks[`${name}At`]) {
      throw new Error(`Please specify only one of ${name}() and ${name}At()`);
    }
  }
  return Boolean(callbacks.addedAt || callbacks.changedAt || callbacks.movedTo || callbacks.removedAt);
}

/** Whether callbacks of `observeChanges` ask for positions. Throws if they want one thing in two ways. */
export function observeChangesCallbacksAreOrdered(callbacks: ObserveChangesCallbacks<never>): boolean {
  if (callbacks.added && callbacks.addedBefore) {
    throw new Error('Please specify only one of added() and addedBefore()');
  }
  return Boolean(callbacks.addedBefore || callbacks.movedBefore);
}
