import { Package } from '@bolide/meteor/core-runtime';
import { Meteor } from './meteor.js';
import type { EnvironmentVariable } from './types.js';

interface Invocation {
  readonly isSimulation?: boolean;
}

/** The variable in which DDP keeps the method call under way, if DDP is loaded. */
function currentInvocation(): EnvironmentVariable<Invocation | null> | undefined {
  const exports = Package.ddp ?? Package['ddp-client'];
  const ddp = exports?.DDP as { _CurrentMethodInvocation?: EnvironmentVariable<Invocation | null> } | undefined;
  return ddp?._CurrentMethodInvocation;
}

/** A timer's callback is no part of the method call that set it. Refuses timers inside of simulations. */
function bindAndCatch(context: string, func: () => unknown): () => unknown {
  const variable = currentInvocation();
  const invocation = variable?.get();
  if (!variable || !invocation) return Meteor.bindEnvironment(func, context);
  if (invocation.isSimulation) throw new Error("Can't set timers inside simulations");
  return Meteor.bindEnvironment(() => variable.withValue(null, func), context);
}

const setImmediateOrSoon: (func: () => void) => void =
  typeof setImmediate === 'function'
    ? (func) => {
        setImmediate(func);
      }
    : createMessageScheduler();

/** Browsers delay nested timeouts by 4 ms and throttle them in the background; a message port does neither. */
function createMessageScheduler(): (func: () => void) => void {
  if (typeof MessageChannel !== 'function') {
    return (func) => {
      setTimeout(func, 0);
    };
  }
  const tasks: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => tasks.shift()?.();
  return (func) => {
    tasks.push(func);
    port2.postMessage(null);
  };
}

type Environment = 'development' | 'production' | 'test';

function isOneOf(environments: readonly Environment[]): boolean {
  const present: Environment[] = [Meteor.isDevelopment ? 'development' : 'production'];
  if (Meteor.isTest || Meteor.isAppTest || Meteor.isPackageTest) present.push('test');
  return present.some((environment) => environments.includes(environment));
}

function deferrable<R>(func: () => R, options?: { on?: readonly Environment[] }): R | undefined {
  const on = options?.on ?? [];
  if (!Array.isArray(on)) throw new Error('options.on must be an array');
  if (!isOneOf(on)) return func();
  timers.defer(func);
  return undefined;
}

export const timers = {
  // Through an arrow each: handles are objects on the server, numbers in browsers; Meteor types them as numbers.
  setTimeout: (func: () => unknown, delay?: number) =>
    setTimeout(bindAndCatch('setTimeout callback', func), delay) as unknown as number,
  setInterval: (func: () => unknown, delay?: number) =>
    setInterval(bindAndCatch('setInterval callback', func), delay) as unknown as number,
  clearTimeout: (id: number | null | undefined) => clearTimeout(id ?? undefined),
  clearInterval: (id: number | null | undefined) => clearInterval(id ?? undefined),
  defer(func: () => unknown) {
    setImmediateOrSoon(bindAndCatch('defer callback', func));
  },
  deferrable,
  deferDev: <R>(func: () => R) => deferrable(func, { on: ['development', 'test'] }),
  deferProd: <R>(func: () => R) => deferrable(func, { on: ['production'] }),
  _setImmediate: setImmediateOrSoon,
};
