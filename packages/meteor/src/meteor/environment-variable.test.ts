import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('EnvironmentVariable on the server', () => {
  test('has its value inside of withValue, nested, and not after', () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    expect(variable.get()).toBe(undefined);
    const result = variable.withValue(17, () => {
      expect(variable.get()).toBe(17);
      variable.withValue(22, () => expect(variable.get()).toBe(22));
      expect(variable.get()).toBe(17);
      return 5;
    });
    expect(result).toBe(5);
    expect(variable.get()).toBe(undefined);
    expect(variable.getOrNullIfOutsideFiber()).toBe(undefined);
  });

  test('keeps it over await, timers and microtasks, apart from calls at the same time', async () => {
    const variable = new Meteor.EnvironmentVariable<string>();
    const other = new Meteor.EnvironmentVariable<number>();
    const run = (name: string, delay: number) =>
      variable.withValue(name, async () => {
        await sleep(delay);
        const seen = [variable.get()];
        await other.withValue(delay, async () => {
          await null;
          seen.push(variable.get(), String(other.get()));
        });
        seen.push(await new Promise((resolve) => setImmediate(() => resolve(variable.get()))));
        return [...seen, String(other.get())];
      });
    expect(await Promise.all([run('a', 8), run('b', 2)])).toEqual([
      ['a', 'a', '8', 'a', 'undefined'],
      ['b', 'b', '2', 'b', 'undefined'],
    ]);
  });

  test('0, null, false and undefined are values', () => {
    const variable = new Meteor.EnvironmentVariable<unknown>();
    for (const value of [0, null, false, '']) variable.withValue(value, () => expect(variable.get()).toBe(value));
    variable.withValue(1, () => variable.withValue(undefined, () => expect(variable.get()).toBe(undefined)));
  });

  test('an error leaves the value as it was', () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    const fail = () =>
      variable.withValue(1, () => {
        throw new Error('x');
      });
    expect(fail).toThrow('x');
    expect(variable.get()).toBe(undefined);
  });

  test('_set changes the rest of the context; a fresh one has no values', async () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    await variable.withValue(1, async () => {
      expect(variable._setNewContextAndGetCurrent(2)).toBe(1);
      await null;
      expect(variable.get()).toBe(2);
      expect(Meteor._runFresh(() => variable.get())).toBe(undefined);
      expect(variable.get()).toBe(2);
    });
    expect(variable.get()).toBe(undefined);
  });

  test('can be subclassed, as the write fence does', () => {
    class Variable extends Meteor.EnvironmentVariable<number> {
      double() {
        return (this.get() ?? 0) * 2;
      }
    }
    const variable = new Variable();
    expect(variable.withValue(4, () => variable.double())).toBe(8);
  });
});

describe('bindEnvironment', () => {
  test('restores all variables, whatever the caller has', () => {
    const a = new Meteor.EnvironmentVariable<number>();
    const b = new Meteor.EnvironmentVariable<number>();
    const bound = a.withValue(1, () => b.withValue(2, () => Meteor.bindEnvironment(() => [a.get(), b.get()])));
    expect(bound()).toEqual([1, 2]);
    expect(a.withValue(9, bound)).toEqual([1, 2]);
    const unbound = Meteor.bindEnvironment(() => a.get());
    expect(a.withValue(9, unbound)).toBe(undefined);
  });

  test('gives errors and rejections to onException, in the same environment', async () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    const seen: unknown[] = [];
    const bind = (func: () => unknown) =>
      variable.withValue(3, () => Meteor.bindEnvironment(func, (error) => seen.push([error, variable.get()])));
    const result = bind(() => {
      throw 'sync';
    })();
    expect(result).toBe(undefined);
    await bind(async () => {
      await null;
      throw 'async';
    })();
    expect(seen).toEqual([
      ['sync', 3],
      ['async', 3],
    ]);
  });

  test('an onException that throws lets the call throw', async () => {
    const rethrow = (error: unknown) => {
      throw error;
    };
    const bound = Meteor.bindEnvironment(() => {
      throw new Error('passes');
    }, rethrow);
    expect(bound).toThrow('passes');
    const later = Meteor.bindEnvironment(async () => {
      throw new Error('passes later');
    }, rethrow);
    await expect(later()).rejects.toThrow('passes later');
  });

  test('passes this and the arguments', () => {
    const bound = Meteor.bindEnvironment(
      function (this: { x: number }, a: number, b: number) {
        return this.x + a + b;
      },
      undefined,
      { x: 1 },
    );
    expect((bound as (a: number, b: number) => number)(2, 3)).toBe(6);
  });

  test('refuses an onException of another kind', () => {
    expect(() => Meteor.bindEnvironment(() => {}, 7 as never)).toThrow('onException argument must be');
  });
});

test("the data of packages that know Meteor's AsyncLocalStorage", async () => {
  const store = { mine: 1 } as Record<string, unknown>;
  const variable = new Meteor.EnvironmentVariable<number>();
  await variable.withValue(1, () =>
    Meteor._runAsync(
      async function (this: unknown) {
        await null;
        expect(this).toBe('self');
        expect(variable.get()).toBe(undefined);
        expect(Meteor._getValueFromAslStore?.('mine')).toBe(1);
        Meteor._updateAslStore?.('more', 2);
        await variable.withValue(5, async () => expect(Meteor._getAslStore?.()).toBe(store));
      },
      'self',
      store,
    ),
  );
  expect(store).toEqual({ mine: 1, more: 2 });
  expect(Meteor._getAslStore?.()).toEqual({});
});
