import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { Hook } from './hook.js';

const call = (callback: () => unknown) => callback();

describe('Hook', () => {
  test('calls callbacks in order until the iterator returns something falsy', () => {
    const hook = new Hook<(n: number) => number>();
    for (const factor of [1, 2, 3]) hook.register((n) => n * factor);
    const results: number[] = [];
    const collect = (callback: (n: number) => number) => results.push(callback(10));
    hook.forEach(collect);
    expect(results).toEqual([10, 20, 30]);
    const firstTwo: number[] = [];
    hook.each((callback) => firstTwo.push(callback(10)) < 2);
    expect(firstTwo).toEqual([10, 20]);
  });

  test('forEachAsync waits for each, and stops alike', async () => {
    const hook = new Hook<() => Promise<string>>();
    for (const name of ['a', 'b', 'c']) {
      hook.register(async () => {
        await Promise.resolve();
        return name;
      });
    }
    const results: string[] = [];
    await hook.forEachAsync(async (callback) => results.push(await callback()) < 2);
    expect(results).toEqual(['a', 'b']);
  });

  test('callbacks can be stopped and registered while they are being called', () => {
    const hook = new Hook<() => void>();
    const calls: string[] = [];
    hook.register(() => {
      calls.push('first');
      second.stop();
      hook.register(() => calls.push('late'));
    });
    const second = hook.register(() => calls.push('second'));
    const callAndContinue = (callback: () => void) => {
      callback();
      return true;
    };
    hook.forEach(callAndContinue);
    expect(calls).toEqual(['first']);
  });

  test('clear takes all off, and a handle of before stops nothing else', () => {
    const hook = new Hook<() => string>();
    const old = hook.register(() => 'old');
    hook.clear();
    hook.register(() => 'new');
    old.stop();
    const results: string[] = [];
    const collect = (callback: () => string) => results.push(callback());
    hook.forEach(collect);
    expect(results).toEqual(['new']);
  });

  const variable = new Meteor.EnvironmentVariable<string>();
  const environmentSeen = (options: { bindEnvironment?: boolean }) => {
    const hook = new Hook(options);
    const seen: unknown[] = [];
    variable.withValue('registrar', () => hook.register(() => seen.push(variable.get())));
    variable.withValue('invoker', () => hook.forEach(call));
    return seen;
  };

  test('binds callbacks to the environment of their registration', () => {
    expect(environmentSeen({})).toEqual(['registrar']);
  });

  test('or not, with bindEnvironment false', () => {
    expect(environmentSeen({ bindEnvironment: false })).toEqual(['invoker']);
  });

  for (const bindEnvironment of [true, false]) {
    describe(`errors, bindEnvironment ${bindEnvironment}`, () => {
      test('reach the iterator without a handler', async () => {
        const hook = new Hook<() => unknown>({ bindEnvironment });
        const { callback } = hook.register(() => {
          throw new Error('thrown');
        });
        expect(callback).toThrow('thrown');
        const rejecting = hook.register(async () => {
          throw new Error('rejected');
        });
        await expect(rejecting.callback()).rejects.toThrow('rejected');
      });

      test('go to exceptionHandler, also those of promises', async () => {
        const errors: unknown[] = [];
        const hook = new Hook<() => unknown>({ bindEnvironment, exceptionHandler: (error) => errors.push(error) });
        hook.register(() => {
          throw 'thrown';
        });
        hook.register(async () => {
          throw 'rejected';
        });
        await hook.forEachAsync(async (callback) => {
          await callback();
          return true;
        });
        expect(errors).toEqual(['thrown', 'rejected']);
      });

      test('are printed with debugPrintExceptions', () => {
        const printed: unknown[][] = [];
        const original = Meteor._debug;
        Meteor._debug = (...args) => printed.push(args);
        try {
          const hook = new Hook({ bindEnvironment, debugPrintExceptions: 'onTest callback' });
          hook.register(() => {
            throw new Error('thrown');
          });
          hook.forEach(call);
        } finally {
          Meteor._debug = original;
        }
        expect(String(printed[0]?.[0])).toContain('Exception in onTest callback');
      });
    });
  }

  test('refuses a debugPrintExceptions that is no description', () => {
    const options = { debugPrintExceptions: true } as unknown as { debugPrintExceptions: string };
    expect(() => new Hook(options)).toThrow('debugPrintExceptions should be a string');
  });
});
