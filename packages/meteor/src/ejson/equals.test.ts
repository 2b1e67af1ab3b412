import { describe, expect, test } from 'vitest';
import { EJSON } from './ejson.js';

const equal: [unknown, unknown][] = [
  [null, null],
  [undefined, undefined],
  [Number.NaN, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [
    { a: 1, b: 2, c: 3 },
    { a: 1, c: 3, b: 2 },
  ],
  [{ a: { b: [1, { c: Number.NaN }] } }, { a: { b: [1, { c: Number.NaN }] } }],
  [
    [1, 2],
    [1, 2],
  ],
  [new Date(1), new Date(1)],
  [new Date(Number.NaN), new Date(Number.NaN)],
  [/a/g, /a/g],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
  [new Uint8Array([1, 2]), Buffer.from([1, 2])],
  [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
];

const different: [unknown, unknown][] = [
  [null, undefined],
  [{ foo: 'foo' }, null],
  [undefined, { foo: 'foo' }],
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  [Number.NaN, 0],
  [1, '1'],
  [
    { a: 1, b: 2 },
    { a: 1, c: 3, b: 2 },
  ],
  [
    { a: 1, b: 2, c: 3 },
    { a: 1, c: 3, b: 4 },
  ],
  [{ a: {} }, { a: { b: 2 } }],
  [{ a: undefined }, { b: undefined }],
  [{ a: undefined }, {}],
  [[1, 2, 3, 4], { 0: 1, 1: 2, 2: 3, 3: 4 }],
  [{}, []],
  [
    [1, 2],
    [1, 2, 3],
  ],
  [new Date(1), new Date(2)],
  [new Date(1), {}],
  [new Date(1), []],
  [/a/, /b/],
  [/a/, /a/g],
  [new Uint8Array([1]), new Uint8Array([2])],
  [new Uint8Array([1]), new Uint8Array([1, 2])],
  [new Uint8Array([1]), [1]],
  [new Uint8Array([1]), { 0: 1 }],
  [{ toString: 1 }, { b: 1 }],
];

describe('EJSON.equals', () => {
  test.each(equal)('%o equals %o', (a, b) => {
    expect(EJSON.equals(a, b)).toBe(true);
    expect(EJSON.equals({ x: [a] }, { x: [b] })).toBe(true);
    expect(EJSON.equals(b, a)).toBe(true);
  });

  test.each(different)('%o differs from %o', (a, b) => {
    expect(EJSON.equals(a, b)).toBe(false);
    expect(EJSON.equals({ x: [a] }, { x: [b] })).toBe(false);
    expect(EJSON.equals(b, a)).toBe(false);
  });

  test('keyOrderSensitive', () => {
    const ordered = { keyOrderSensitive: true };
    expect(EJSON.equals({ a: { b: 1, c: 2 }, d: 1 }, { a: { b: 1, c: 2 }, d: 1 }, ordered)).toBe(true);
    expect(EJSON.equals({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, ordered)).toBe(false);
    expect(EJSON.equals({ a: 1, d: 2 }, { d: 2, a: 1 }, ordered)).toBe(false);
    expect(EJSON.equals({ a: {} }, { a: { b: 2 } }, ordered)).toBe(false);
    expect(EJSON.equals({ a: { b: 2 } }, { a: {} }, ordered)).toBe(false);
  });

  test('a method equals decides, on either side, and gets the options', () => {
    const seen: unknown[] = [];
    class Fuzzy {
      equals(other: unknown, options: unknown) {
        seen.push(other, options);
        return true;
      }
    }
    const options = { keyOrderSensitive: true };
    expect(EJSON.equals(new Fuzzy(), { a: 1 }, options)).toBe(true);
    expect(EJSON.equals({ a: 1 }, new Fuzzy())).toBe(true);
    expect(seen).toEqual([{ a: 1 }, options, { a: 1 }, undefined]);
    expect(EJSON.equals({ equals: () => true, a: 1 }, { a: 2 })).toBe(true);
    expect(EJSON.equals({ a: 2 }, { equals: () => true, a: 1 })).toBe(true);
  });
});
