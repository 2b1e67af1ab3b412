import { currentMethodInvocation, type MethodInvocation } from '@bolide/meteor/ddp-common';
import { afterEach, beforeEach } from 'vitest';

/**
 * For the tests around the call: the current invocation is one variable for the whole program, as in a browser, not one
 * that the runtime carries through asynchronous code.
 */
export function useBrowserInvocation(): void {
  beforeEach(() => {
    let current: MethodInvocation | undefined;
    const set = (value: MethodInvocation | undefined) => {
      const previous = current;
      current = value;
      return previous;
    };
    Object.assign(currentMethodInvocation, {
      get: () => current,
      _set: set,
      _setNewContextAndGetCurrent: set,
      withValue<R>(value: MethodInvocation | undefined, func: () => R): R {
        const previous = set(value);
        try {
          return func();
        } finally {
          current = previous;
        }
      },
    });
  });
  afterEach(() => {
    // The methods of the class come to light again.
    for (const name of ['get', '_set', '_setNewContextAndGetCurrent', 'withValue'] as const) {
      delete (currentMethodInvocation as Partial<typeof currentMethodInvocation>)[name];
    }
  });
}
