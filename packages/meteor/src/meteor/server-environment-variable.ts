import { AsyncLocalStorage } from 'node:async_hooks';
import { toExceptionHandler } from './callbacks.js';
import { _isPromise } from './object-helpers.js';
import type { AnyFunction } from './types.js';

/**
 * The values of all environment variables, by slot; `undefined` when none is set. Never changed once it is in use, so
 * that taking it along (bindEnvironment, async code) costs nothing.
 */
type Frame = readonly unknown[] | undefined;

/**
 * One store for all variables: each store costs time at every change, and on Node 20 at every promise. For the same
 * reason nothing is run in a frame that is the present one: on Node 20 promises stay cheap until the first real change.
 */
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

  withValue<R>(value: T, func: () => R, options?: Record<string, unknown>): R {
    const frame = storage.getStore();
    let changed = frame?.[this.slot] === value ? frame : withSlot(frame, this.slot, value);
    if (options !== undefined) changed = withSlot(changed, legacyStore.slot, options);
    return changed === frame ? func() : storage.run(changed, func);
  }

  _set(value: T | undefined): void {
    storage.enterWith(withSlot(storage.getStore(), this.slot, value));
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
  const copy = frame ? frame.slice() : [];
  // Filled up: an array with holes is slow.
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
  const frame = storage.getStore();
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
  return ((...args: unknown[]) => (storage.getStore() === frame ? call(args) : storage.run(frame, call, args))) as F;
}

/** Calls `func` with no environment variable set. */
export function runFresh<R>(func: () => R): R {
  return storage.getStore() === undefined ? func() : storage.run(undefined, func);
}

/** The data that packages written for Meteor's own store keep in it by name. */
const legacyStore = new EnvironmentVariableClass<Record<string, unknown>>();

/**
 * Meteor's names for its one AsyncLocalStorage and the object in it. Packages put data of their own there; the
 * environment variables live elsewhere.
 */
export const legacyStoreAccess = {
  _getAsl: () => ({
    getStore: () => legacyStore.get(),
    run: <R>(store: Record<string, unknown>, func: (...args: unknown[]) => R, ...args: unknown[]): R =>
      legacyStore.withValue(store, () => func(...args)),
    enterWith: (store: Record<string, unknown>) => legacyStore._set(store),
  }),
  _getAslStore: () => legacyStore.get() ?? {},
  _getValueFromAslStore: (key: string) => legacyStore.get()?.[key],
  _updateAslStore(key: string, value: unknown) {
    const store = legacyStore.get();
    if (store) store[key] = value;
    return value;
  },
  _runAsync<R>(func: () => R, self?: unknown, store: Record<string, unknown> = {}): R {
    return runFresh(() => legacyStore.withValue(store, () => func.call(self)));
  },
};
