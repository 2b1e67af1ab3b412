import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { check } from './check.js';
import { Match } from './match.js';
import type { Pattern } from './types.js';

function errorOf(value: unknown, pattern: unknown): InstanceType<typeof Match.Error> | undefined {
  try {
    check(value, pattern as Pattern);
  } catch (error) {
    if (error instanceof Match.Error) return error;
    throw error;
  }
  return undefined;
}

function allErrorsOf(value: unknown, pattern: unknown): { message: string; path: string }[] {
  try {
    check(value, pattern as Pattern, { throwAllErrors: true });
  } catch (errors) {
    expect(Array.isArray(errors)).toBe(true);
    return errors as InstanceType<typeof Match.Error>[];
  }
  return [];
}

function matches(value: unknown, pattern: unknown) {
  expect(errorOf(value, pattern)).toBeUndefined();
  expect(allErrorsOf(value, pattern)).toEqual([]);
  expect(Match.test(value, pattern as Pattern)).toBe(true);
}

function fails(value: unknown, pattern: unknown) {
  expect(errorOf(value, pattern)).toBeInstanceOf(Match.Error);
  expect(allErrorsOf(value, pattern).length).toBeGreaterThan(0);
  expect(Match.test(value, pattern as Pattern)).toBe(false);
}

/** A condition that checks, as in Meteor's documentation. */
const checked = (pattern: Pattern) =>
  Match.Where((value) => {
    check(value, pattern);
    return true;
  });

describe('atoms', () => {
  const atoms: [unknown, unknown][] = [
    ['foo', String],
    ['', String],
    [0, Number],
    [42.59, Number],
    [Number.NaN, Number],
    [Number.POSITIVE_INFINITY, Number],
    [true, Boolean],
    [false, Boolean],
    [undefined, undefined],
    [null, null],
  ];
  const types = [String, Number, Boolean, undefined, null];

  test.each(atoms)('%s matches its type only', (value, own) => {
    matches(value, Match.Any);
    for (const type of types) {
      if (type === own) {
        matches(value, type);
        matches(value, Match.Optional(type));
        matches(value, Match.Maybe(type));
        const checking = () => {
          check(value, type);
          return true;
        };
        matches(value, Match.Where(checking));
      } else {
        fails(value, type);
        matches(value, Match.OneOf(type, own as Pattern));
        matches(value, Match.OneOf(own as Pattern, type));
        const checking = () => {
          check(value, type);
          return true;
        };
        fails(value, Match.Where(checking));
      }
      matches(undefined, Match.Optional(type));
      matches(undefined, Match.Maybe(type));
      matches(null, Match.Maybe(type));
      if (type !== null) fails(null, Match.Optional(type));
      fails(value, [type]);
      fails(value, Object);
    }
  });

  test('functions and boxed values', () => {
    matches(() => {}, Function);
    matches(class {}, Function);
    fails(5, Function);
    fails(Object('foo'), String);
    fails(Object(true), Boolean);
    fails(Object(123), Number);
  });

  test('literals', () => {
    matches('asdf', 'asdf');
    fails('asdf', 'monkey');
    matches(123, 123);
    fails('123', 123);
    fails(123, '123');
    matches(false, false);
    fails(true, false);
    fails('false', false);
  });

  test('Match.Integer takes signed 32-bit integers', () => {
    for (const value of [-1, 0, 1, -2147483648, 2147483647]) matches(value, Match.Integer);
    for (const value of [2147483648, 123.33, 1.3e23, Number.NaN, Number.POSITIVE_INFINITY, {}, [], '1', null]) {
      fails(value, Match.Integer);
    }
  });
});

describe('structures', () => {
  test('arrays', () => {
    matches([], [Number]);
    matches([1, 2, 3], [Number]);
    fails([1, 2, '3'], [Number]);
    fails([1, [2]], [Number]);
    matches([1, '4'], [Match.OneOf(Number, String)]);
    fails({ 0: 1, length: 1 }, [Number]);
    fails([1], [Number, Number]);
    fails(true, Match.OneOf(String, Number, undefined, null, [Boolean]));
  });

  test('arguments count as an array', () => {
    function take(..._rest: unknown[]) {
      // biome-ignore lint/complexity/noArguments: what is tested
      return arguments;
    }
    matches(take(), [Number]);
    matches(take(1, 2), [Number]);
    fails(take(1, '2'), [Number]);
  });

  test('objects', () => {
    matches({}, Object);
    matches({}, {});
    matches({ foo: 42 }, Object);
    fails({ foo: 42 }, {});
    matches({ a: 1, b: 2 }, { b: Number, a: Number });
    fails({ a: 1, b: 2 }, { b: Number });
    fails({}, { a: Number });
    fails({ a: 1 }, { a: undefined });
    fails({}, { toString: Function });
    fails([], Object);
    fails(null, {});
  });

  test('keys that objects inherit are not theirs', () => {
    fails(JSON.parse('{"__proto__":{"a":1}}'), {});
    fails(JSON.parse('{"__proto__":{"a":1}}'), { a: Number });
    fails({ constructor: 1 }, {});
    matches({ hasOwnProperty: 1 }, { hasOwnProperty: Number });
  });

  test('ObjectIncluding and ObjectWithValues', () => {
    matches({ a: 1, b: 2 }, Match.ObjectIncluding({ b: Number }));
    fails({ a: 1, b: 2 }, Match.ObjectIncluding({ b: String }));
    fails({ a: 1, b: 2 }, Match.ObjectIncluding({ c: String }));
    matches({}, Match.ObjectWithValues(Number));
    matches({ x: 1, y: 2 }, Match.ObjectWithValues(Number));
    fails({ x: 1, y: '2' }, Match.ObjectWithValues(Number));
  });

  test('in objects, Optional and Maybe let the key be absent, not undefined or null', () => {
    for (const optional of [Match.Optional(Number), Match.Maybe(Number)]) {
      matches({}, { a: optional });
      matches({ a: 1 }, { a: optional });
      fails({ a: true }, { a: optional });
      fails({ a: undefined }, { a: optional });
      fails({ a: null }, { a: optional });
    }
  });

  test('instances match their class, not a description of their properties', () => {
    class Point {
      x = 1;
    }
    matches(new Point(), Point);
    matches(new Point(), Match.Maybe(Point));
    fails(new Point(), { x: Number });
    fails({ x: 1 }, Point);
    matches(/foo/, RegExp);
    matches(new Date(), Date);
    fails(new Date(), Number);
    fails(new Date(), Object);
    const child = Object.assign(Object.create({ foo: 'bar' }), { bar: 'foo' });
    fails(child, Object);
    fails(child, { bar: String });
    matches(Object.assign(Object.create(null), { bar: 'foo' }), { bar: String });
  });

  test('everything together', () => {
    matches(
      {
        a: 'something',
        b: [
          { x: 42, k: null },
          { x: 43, k: true, p: ['yay'] },
        ],
      },
      { a: String, b: [Match.ObjectIncluding({ x: Number, k: Match.OneOf(null, Boolean) })] },
    );
  });
});

describe('Match.Where', () => {
  test('takes what its condition takes', () => {
    matches(
      EJSON.newBinary(2),
      Match.Where((value) => EJSON.isBinary(value)),
    );
    fails(
      [],
      Match.Where((value) => EJSON.isBinary(value)),
    );
    fails(
      43,
      Match.Where((value: number) => value % 2 === 0),
    );
  });

  test('passes errors on that are no mismatch', () => {
    const failing = Match.Where(() => {
      throw new TypeError('in the condition');
    });
    expect(() => check(1, failing)).toThrow('in the condition');
    expect(() => Match.test(1, failing)).toThrow('in the condition');
  });

  test('refuses an asynchronous condition, which would match everything', () => {
    const condition = (async () => false) as unknown as () => boolean;
    expect(() => check(1, Match.Where(condition))).toThrow('must not be asynchronous');
  });
});

describe('errors', () => {
  const circle: Record<string, unknown> = {};
  circle.self = { circle };

  const messages: [unknown, unknown, string][] = [
    [2, String, 'Expected string, got number'],
    [{ key: 0 }, Number, 'Expected number, got object'],
    [null, Boolean, 'Expected boolean, got null'],
    ['string', undefined, 'Expected undefined, got string'],
    [true, null, 'Expected null, got true'],
    [{}, Match.ObjectIncluding({ bar: String }), "Missing key 'bar'"],
    [null, Object, 'Expected object, got null'],
    [null, Function, 'Expected function, got null'],
    ['bar', 'foo', 'Expected foo, got "bar"'],
    [3.14, Match.Integer, 'Expected Integer, got 3.14'],
    [false, [Boolean], 'Expected array, got false'],
    [[null, null], [String], 'Expected string, got null in field [0]'],
    [2, { key: 2 }, 'Expected object, got number'],
    [null, { key: 2 }, 'Expected object, got null'],
    [new Date(), { key: 2 }, 'Expected plain object'],
    [{ a: 1 }, {}, 'Unknown key in field a'],
    [1, Date, 'Expected Date'],
    [circle, null, 'Expected null, got object'],
    [1n, null, 'Expected null, got bigint'],
    [1, Match.Where(() => false), 'Failed Match.Where validation'],
    [1, Match.OneOf(String), 'Failed Match.OneOf, Match.Maybe or Match.Optional validation'],
    [1, [String, String], 'Bad pattern: arrays must have one type element [null,null]'],
    [1, Symbol('s'), 'Bad pattern: unknown pattern type'],
  ];

  test('messages', () => {
    for (const [value, pattern, message] of messages) {
      expect(errorOf(value, pattern)?.message).toBe(`Match error: ${message}`);
    }
  });

  const paths: [unknown, unknown, string][] = [
    [{ foo: [{ bar: 3 }, { bar: 'something' }] }, { foo: [{ bar: Number }] }, 'foo[1].bar'],
    [[{ $FoO: { 'bar baz\n"\'': 3 } }], [{ $FoO: { 'bar baz\n"\'': String } }], '[0].$FoO["bar baz\\n\\"\'"]'],
    [{ '1231': 123 }, { '1231': String }, '[1231]'],
    [{ '1234abcd': 123 }, { '1234abcd': String }, '["1234abcd"]'],
    [{ $set: { people: 'nice' } }, { $set: { people: [String] } }, '$set.people'],
    [{ _underscore: 'should work' }, { _underscore: Number }, '_underscore'],
    [[[['something', 'here'], []], [['string', 123]]], [[[String]]], '[1][0][1]'],
    [[[[{ foo: 'a' }]], [[{ foo: 123 }]]], [[[{ foo: String }]]], '[1][0][0].foo'],
    [{ return: 0 }, { return: String }, '["return"]'],
    [{ a: { b: 1 } }, { a: {} }, 'a.b'],
    [{ a: {} }, { a: { b: String } }, 'a'],
  ];

  test.each(paths)('the path in %j', (value, pattern, path) => {
    const error = errorOf(value, pattern);
    expect(error?.path).toBe(path);
    expect(error?.message).toContain(` in field ${path}`);
    expect(allErrorsOf(value, pattern)[0]?.path).toBe(path);
  });

  test('clients only learn that something did not match', () => {
    const error = errorOf(1, String);
    expect(error?.errorType).toBe('Match.Error');
    expect(error?.sanitizedError).toBeInstanceOf(Meteor.Error);
    expect([error?.sanitizedError.error, error?.sanitizedError.reason]).toEqual([400, 'Match failed']);
  });

  test('a Match.Error thrown by a condition keeps its path', () => {
    const pattern = { a: checked({ b: String }) };
    expect(errorOf({ a: { b: 1 } }, pattern)?.path).toBe('a.b');
    const own = Match.Where(() => {
      throw new Match.Error('not today');
    });
    expect(errorOf(1, own)?.message).toBe('Match error: Match error: not today');
  });

  test('messages take a bounded part of large values and keys', () => {
    expect(errorOf('x'.repeat(1e6), 'y')?.message.length).toBeLessThan(2000);
    expect(errorOf({ a: 'x'.repeat(1e6) }, null)?.message.length).toBeLessThan(2000);
    expect(errorOf({ ['x'.repeat(1e6)]: 1 }, {})?.message.length).toBeLessThan(2000);
  });
});

describe('throwAllErrors', () => {
  test('finds every mismatch', () => {
    const items = [
      { x: 1, y: '1' },
      { x: '2', y: 2 },
    ];
    const value = {
      text: 1,
      emails: ['2', 3, 4],
      stuff: { foo: 'true', items, more: 1 },
      maybe: { a: [1, '2'] },
      where: [1],
      embedded: { thing: '1' },
    };
    const pattern = {
      text: String,
      emails: [String],
      stuff: { foo: Boolean, items: [{ x: String, y: Number }] },
      maybe: { a: [Match.Maybe(Number)] },
      where: [checked(String)],
      missing: String,
      embedded: { thing: String, another: String },
    };
    expect(allErrorsOf(value, pattern).map((error) => [error.path, error.message])).toEqual([
      ['text', 'Match error: Expected string, got number in field text'],
      ['emails[1]', 'Match error: Expected string, got number in field emails[1]'],
      ['emails[2]', 'Match error: Expected string, got number in field emails[2]'],
      ['stuff.foo', 'Match error: Expected boolean, got string in field stuff.foo'],
      ['stuff.items[0].x', 'Match error: Expected string, got number in field stuff.items[0].x'],
      ['stuff.items[0].y', 'Match error: Expected number, got string in field stuff.items[0].y'],
      ['stuff.more', 'Match error: Unknown key in field stuff.more'],
      ['maybe.a[1]', 'Match error: Failed Match.OneOf, Match.Maybe or Match.Optional validation in field maybe.a[1]'],
      ['where[0]', 'Match error: Match error: Expected string, got number in field where[0]'],
      ['embedded', "Match error: Missing key 'another' in field embedded"],
      ['', "Match error: Missing key 'missing'"],
    ]);
  });
});

describe('auditing', () => {
  const audit = (func: (...args: never[]) => unknown, ...args: unknown[]) =>
    Match._failIfArgumentsAreNotAllChecked(func, {}, args, 'a test');
  const message = 'Did not check() all arguments during a test';

  test('every argument has to be checked, alone or in an array', () => {
    audit(() => {});
    for (const value of [undefined, null, false, 0, Number.NaN, 'x', {}]) {
      audit((x) => check(x, Match.Any), value);
      expect(() => audit(() => {}, value)).toThrow(message);
    }
    audit((...args) => check(args, [Number]), 1, 2, 4);
    audit(
      (x, ...rest) => {
        check(x, Number);
        check(rest, [String]);
      },
      1,
      'a',
      'b',
    );
    expect(() => audit((_x, ...rest) => check(rest, [String]), 1, 'a')).toThrow(message);
    expect(() => audit((x) => check(x, Boolean), true, true)).toThrow(message);
    expect(() => audit((x) => [check(x, [Boolean]), check(x, [Boolean])], [true], [true])).toThrow(message);
  });

  test('the context, the result and the error of the function pass through', () => {
    const context = { a: 1 };
    function method(this: unknown, x: unknown) {
      check(x, Number);
      return [this, x];
    }
    expect(Match._failIfArgumentsAreNotAllChecked(method as never, context, [5], 'a test')).toEqual([context, 5]);
    const failing = () => {
      throw new Error('own error');
    };
    expect(() => audit(failing, 1)).toThrow('own error');
  });

  test('asynchronous functions can check late, each call on its own', async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
    const late = async (x: unknown) => {
      await pause();
      check(x, Number);
      return x;
    };
    const never = async (_x: unknown) => pause();
    const results = await Promise.allSettled([audit(late, 1), audit(never, 1), audit(late, 2), audit(never, 2)]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect((results[1] as PromiseRejectedResult).reason.message).toBe(message);
    await expect(audit(async () => Promise.reject(new Error('own error')), 1)).rejects.toThrow('own error');
  });
});

test('the functions of Match can be called with new, and OneOf wants a choice', () => {
  type Constructor = new (...args: unknown[]) => unknown;
  for (const name of ['Optional', 'Maybe', 'Where', 'ObjectIncluding', 'ObjectWithValues'] as const) {
    expect(new (Match[name] as unknown as Constructor)(String)).toEqual(
      (Match[name] as (p: unknown) => unknown)(String),
    );
  }
  expect(new (Match.OneOf as unknown as Constructor)(1)).toEqual(Match.OneOf(1));
  expect(() => Match.OneOf()).toThrow('at least one choice');
});

test('check and Match.test narrow types', () => {
  const value: unknown = { name: 'Ada', tags: ['a'], age: 5, born: new Date(1) };
  check(value, { name: String, tags: [String], age: Match.Maybe(Number), born: Date });
  const name: string = value.name;
  const tags: string[] = value.tags;
  const age: number | null | undefined = value.age;
  const born: Date = value.born;
  expect([name, tags, age, born]).toEqual(['Ada', ['a'], 5, new Date(1)]);
  const pattern: Match.Pattern = String;
  const typed: Match.PatternMatch<typeof String> = 'x';
  expect(Match.test(typed, pattern)).toBe(true);
});
