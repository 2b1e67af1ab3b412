import { definePackage, Package } from '@bolide/meteor/core-runtime';
import { Meteor } from '@bolide/meteor/meteor';
import { MongoID } from '@bolide/meteor/mongo-id';
import { Tracker } from '@bolide/meteor/tracker';
import { describe, expect, test } from 'vitest';
import { ReactiveDict } from './reactive-dict.js';

type Values = Record<string, unknown>;

/** Counts the runs of a computation that does `read`, after each of the steps. */
function runs(read: () => unknown, steps: (() => unknown)[]): number[] {
  let count = 0;
  const computation = Tracker.autorun(() => {
    read();
    count++;
  });
  const counts = steps.map((step) => {
    step();
    Tracker.flush();
    return count;
  });
  computation.stop();
  return counts;
}

describe('values', () => {
  test('are set alone and together, and read as copies', () => {
    const dict = new ReactiveDict<Values>();
    dict.set('a', { list: [1] });
    dict.set({ b: new Date(1), c: undefined, d: null });
    (dict.get('a') as { list: number[] }).list.push(2);
    expect(dict.get('a')).toEqual({ list: [1] });
    expect(dict.all()).toEqual({ a: { list: [1] }, b: new Date(1), c: undefined, d: null });
    expect(Object.keys(dict.all())).toContain('c');
    expect(dict.get('nothing')).toBeUndefined();
    expect(dict.get('toString')).toBeUndefined();
    dict.set('__proto__', 1);
    expect(dict.get('__proto__')).toBe(1);
  });

  test('may be given at the start, in place of the name as well', () => {
    expect(new ReactiveDict<Values>('name', { a: 1 }).all()).toEqual({ a: 1 });
    expect(new ReactiveDict<Values>(undefined, { a: 1 }).all()).toEqual({ a: 1 });
    expect(new ReactiveDict<Values>(null, null).all()).toEqual({});
    expect(new ReactiveDict<Values>({ a: 1 }).all()).toEqual({ a: 1 });
    expect(() => new ReactiveDict(5 as never)).toThrow('Invalid ReactiveDict argument: 5');
  });

  test('setDefault sets what is not set', () => {
    const dict = new ReactiveDict<Values>();
    dict.set('a', undefined);
    dict.setDefault('a', 1);
    dict.setDefault('b', 1);
    dict.setDefault({ b: 2, c: 3 });
    expect(dict.all()).toEqual({ a: undefined, b: 1, c: 3 });
  });

  test('delete, clear and destroy', () => {
    const dict = new ReactiveDict<Values>(null, { a: 1, b: 2, c: 3 });
    expect([dict.delete('a'), dict.delete('a')]).toEqual([true, false]);
    expect(dict.all()).toEqual({ b: 2, c: 3 });
    dict.clear();
    expect(dict.all()).toEqual({});
    dict.set('d', 4);
    dict.destroy();
    expect(dict.all()).toEqual({});
  });

  test('equals compares with scalars', () => {
    const id = new MongoID.ObjectID();
    const values = ['a', 1, true, null, new Date(1), id, Number.NaN];
    const dict = new ReactiveDict<Values>();
    for (const value of values) {
      dict.set('key', value);
      for (const other of values) expect(dict.equals('key', other)).toBe(value === other || Object.is(value, other));
    }
    expect(dict.equals('nothing', undefined)).toBe(true);
    for (const value of [{}, [], () => 1]) {
      expect(() => dict.equals('key', value)).toThrow('value must be scalar');
    }
  });
});

describe('computations', () => {
  test('that get run when the value changes', () => {
    const dict = new ReactiveDict<Values>(null, { a: 1 });
    const steps = [
      () => dict.set('a', 1),
      () => dict.set('b', 1),
      () => dict.set('a', 2),
      () => dict.delete('a'),
      () => dict.set('a', undefined),
      () => dict.set('a', 3),
      () => dict.clear(),
    ];
    expect(runs(() => dict.get('a'), steps)).toEqual([1, 1, 2, 3, 3, 4, 5]);
  });

  test('that compare run when the value becomes equal or different', () => {
    const dict = new ReactiveDict<Values>(null, { a: 1 });
    const steps = [
      () => dict.set('a', 2),
      () => dict.set('a', 3),
      () => dict.set('a', 4),
      () => dict.set('a', 3),
      () => dict.delete('a'),
      () => dict.clear(),
    ];
    expect(runs(() => dict.equals('a', 3), steps)).toEqual([1, 2, 3, 4, 5, 5]);
    dict.set('a', 1);
    expect(runs(() => dict.equals('a', undefined), [() => dict.set('a', 2), () => dict.clear()])).toEqual([1, 2]);
  });

  test('that read all run at any change', () => {
    const dict = new ReactiveDict<Values>(null, { a: 1 });
    const steps = [
      () => dict.set('a', 1),
      () => dict.set('a', 2),
      () => dict.set('b', undefined),
      () => dict.delete('b'),
      () => dict.delete('b'),
      () => dict.clear(),
    ];
    expect(runs(() => dict.all(), steps)).toEqual([1, 2, 3, 4, 4, 5]);
  });
});

describe('migration', () => {
  /** Runs `func` as on a client. */
  function onClient(func: () => void) {
    Meteor.isClient = true;
    try {
      func();
    } finally {
      Meteor.isClient = false;
    }
  }

  test('names are free on the server', () => {
    new ReactiveDict('same');
    expect(() => new ReactiveDict('same')).not.toThrow();
  });

  test('carries named dictionaries over a reload, also if the package reload comes late', () => {
    onClient(() => {
      const session = new ReactiveDict<Values>('session', { a: 'initial' });
      const other = new ReactiveDict<Values>('other', { b: 'initial' });
      const unused = new ReactiveDict<Values>('unused');
      let provider: (() => [boolean, unknown]) | undefined;
      const dicts = { session: { a: '"migrated"', d: '{"$date":1}' }, unused: { e: '1' } };
      definePackage('reload', {
        Reload: {
          _migrationData: (name: string) => (name === 'reactive-dict' ? { dicts } : undefined),
          _onMigrate: (_name: string, callback: () => [boolean, unknown]) => {
            provider = callback;
          },
        },
      });
      try {
        expect(session.all()).toEqual({ a: 'migrated', d: new Date(1) });
        expect(other.all()).toEqual({ b: 'initial' });
        session.set('a', 2);
        expect(() => new ReactiveDict('session')).toThrow('Duplicate ReactiveDict name: session');
        expect(JSON.parse(JSON.stringify(provider?.()))).toEqual([
          true,
          { dicts: { session: { a: '2', d: '{"$date":1}' }, other: { b: '"initial"' }, unused: { e: '1' } } },
        ]);
        session.destroy();
        expect(new ReactiveDict<Values>('session', { x: 1 }).all()).toEqual({ x: 1 });
      } finally {
        delete Package.reload;
        for (const dict of [other, unused]) dict.destroy();
      }
    });
  });
});
