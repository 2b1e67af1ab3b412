import { AsyncLocalStorage } from 'node:async_hooks';
import { toExceptionHandler } from './callbacks.js';
import { _isPromise } from './object-helpers.js';
import type { AnyFunction } from './types.js';

/**
 * The values of all environment variables, by slot. Never changed once it is in use, so that taking it along
 * (bindEnvironment, async code) costs nothing.
 */
type Frame = readonly unknown[];

const noValues: Frame = [];

/** One store for all variables: each store in use makes every promise dearer on Node 20. */
const storage = new AsyncLocalStorage<Frame>();

let nextSlot = 0;
let callAsyncMethodRunning = false;

/** `Meteor.EnvironmentVariable` on the server. */
export class EnvironmentVariableClass<T> {
  readonly slot = nextSlot++;

  get(): T | undefined {
    return storage.getStore()?.[this.slot] as T | undefined;
  }

  getOrNullIfOutsideFiber(): T | undefined {
    return this.get();
  }

  withValue<R>(value: T, func: () => R): R {
    const frame = storage.getStore() ?? noValues;
    if (frame[this.slot] === value) return func();
    return storage.run(withSlot(frame, this.slot, value), func);
  }

  _set(value: T | undefined): void {
    storage.enterWith(withSlot(storage.getStore() ?? noValues, this.slot, value));
  }

  _setNewContextAndGetCurrent(value: T | undefined): T | undefined {
    const saved = this.get();
    this._set(value);
    return saved;
  }

  _isCallAsyncMethodRunning(): boolean {
    return callAsyncMethodRunning;
  }

  _setCallAsyncMethodRunning(value: boolean): void {
    callAsyncMethodRunning = value;
  }
}

function withSlot(frame: Frame, slot: number, value: unknown): Frame {
  const copy = frame.slice();
  while (copy.length < slot) copy.push(undefined);
  copy[slot] = value;
  return copy;
}

/** See `MeteorCore.bindEnvironment`. */
export function bindEnvironment<F extends AnyFunction>(
  func: F,
  onException?: string | ((error: unknown) => void),
  self?: unknown,
): F {
  const frame = storage.getStore() ?? noValues;
  const handle = toExceptionHandler(onException);
  const call = (args: unknown[]) => {
    try {
      const result = func.apply(self, args);
      // Only promises with a `catch` of their own; other thenables are the caller's affair.
      return _isPromise(result) && typeof result.catch === 'function' ? result.catch(handle) : result;
    } catch (error) {
      handle(error);
      return undefined;
    }
  };
  return ((...args: unknown[]) => storage.run(frame, call, args)) as F;
}

/** Calls `func` with no environment variable set. */
export function runFresh<R>(func: () => R): R {
  return storage.run(noValues, func);
}
