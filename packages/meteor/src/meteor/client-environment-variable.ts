import { toExceptionHandler } from './callbacks.js';
import type { AnyFunction } from './types.js';

let nextSlot = 0;
let currentValues: unknown[] = [];
let callAsyncMethodRunning = false;

/**
 * `Meteor.EnvironmentVariable` on the client: the value lasts while `withValue` runs and is restored in callbacks that
 * `bindEnvironment` wrapped. Browsers have nothing that would carry it across `await`.
 */
export class EnvironmentVariableClass<T> {
  readonly slot = nextSlot++;

  get(): T | undefined {
    return currentValues[this.slot] as T | undefined;
  }

  getOrNullIfOutsideFiber(): T | undefined {
    return this.get();
  }

  getCurrentValues(): unknown[] {
    return currentValues;
  }

  withValue<R>(value: T, func: () => R): R {
    const saved = currentValues[this.slot];
    try {
      currentValues[this.slot] = value;
      return func();
    } finally {
      currentValues[this.slot] = saved;
    }
  }

  _set(value: T | undefined): void {
    currentValues[this.slot] = value;
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

/** See `MeteorCore.bindEnvironment`. */
export function bindEnvironment<F extends AnyFunction>(
  func: F,
  onException?: string | ((error: unknown) => void),
  self?: unknown,
): F {
  const boundValues = currentValues.slice();
  const handle = toExceptionHandler(onException);
  return ((...args: unknown[]) => {
    const saved = currentValues;
    try {
      currentValues = boundValues;
      return func.apply(self, args);
    } catch (error) {
      handle(error);
      return undefined;
    } finally {
      currentValues = saved;
    }
  }) as F;
}

/** Calls `func` with no environment variable set. */
export function runFresh<R>(func: () => R): R {
  const saved = currentValues;
  try {
    currentValues = [];
    return func();
  } finally {
    currentValues = saved;
  }
}
