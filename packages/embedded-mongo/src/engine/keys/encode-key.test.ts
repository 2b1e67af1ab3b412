import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { describe, expect, test } from 'vitest';
import { Random, randomNumber, randomValue } from '../testing/random.js';
import { compareValues } from './compare-values.js';
import { encodeKey, writeKey } from './encode-key.js';
import { KeyWriter } from './key-writer.js';

/** Values in MongoDB's order; those in one list are equal. */
const ORDERED: readonly (readonly unknown[])[] = [
  [new MinKey()],
  [undefined],
  [null],
  [Number.NaN, Decimal128.fromString('NaN')],
  [Number.NEGATIVE_INFINITY, Decimal128.fromString('-Infinity')],
  [Decimal128.fromString('-1E+6000')],
  [-1e300],
  [Long.MIN_VALUE, -(2 ** 63)],
  [Long.fromString('-9007199254740993')],
  [-9007199254740992, Long.fromString('-9007199254740992')],
  [-1.5, Decimal128.fromString('-1.5')],
  [-1, new Double(-1), Long.fromNumber(-1), Decimal128.fromString('-1.000')],
  [-5e-324],
  [Decimal128.fromString('-1E-6100')],
  [0, -0, new Double(0), Long.ZERO, Decimal128.fromString('0'), Decimal128.fromString('-0E-5')],
  [Decimal128.fromString('1E-6100')],
  [5e-324],
  [Decimal128.fromString('0.1')],
  // The double nearest to 0.1 is a little more.
  [0.1],
  [1, new Double(1), 1n],
  [Decimal128.fromString('9007199254740991.5')],
  [9007199254740992, 9007199254740992n],
  [Decimal128.fromString('9007199254740992.5')],
  [Long.fromString('9007199254740993'), Decimal128.fromString('9007199254740993')],
  [Decimal128.fromString('9007199254740993.5')],
  [9007199254740994],
  [Long.MAX_VALUE],
  [2 ** 63],
  [Number.MAX_VALUE],
  [Decimal128.fromString('1E+6000')],
  [Number.POSITIVE_INFINITY, Decimal128.fromString('Infinity')],
  [''],
  ['\0'],
  ['\u0001'],
  ['a'],
  ['a\0'],
  ['a\0b'],
  ['a\u0001'],
  ['ab'],
  ['b'],
  ['ä'],
  ['\uffff'],
  ['\u{1F600}'],
  [{}],
  [{ a: null }],
  [{ a: 1 }, { a: new Double(1) }],
  [{ a: 1, b: 0 }],
  [{ a: 2 }],
  // The type of a field counts before its name.
  [{ b: 1 }],
  [{ a: 'x' }],
  [[]],
  [[null]],
  [[1]],
  [[1, 0]],
  [[2]],
  [['a']],
  [[[]]],
  [new Binary(Buffer.from([]))],
  [new Binary(Buffer.from([9]))],
  [new Binary(Buffer.from([1]), 5)],
  [new Binary(Buffer.from([0, 0]))],
  [new ObjectId('000000000000000000000000')],
  [new ObjectId('0000000000000000000000ff')],
  [false],
  [true],
  [new Date(-1)],
  [new Date(0)],
  [new Date(1)],
  [new Timestamp({ t: 0, i: 9 })],
  [new Timestamp({ t: 4294967295, i: 0 })],
  [new BSONRegExp('a')],
  [new BSONRegExp('a', 'i')],
  [new BSONRegExp('b')],
  [new MaxKey()],
];

describe('keys of single values', () => {
  test('are in the order of the values, as is their comparison', () => {
    for (const [i, ones] of ORDERED.entries()) {
      for (const [k, others] of ORDERED.entries()) {
        for (const one of ones) {
          for (const other of others) {
            const name = `${i}: ${String(one)} and ${k}: ${String(other)}`;
            expect([name, Math.sign(Buffer.compare(encodeKey(one), encodeKey(other)))]).toEqual([
              name,
              Math.sign(i - k),
            ]);
            expect([name, Math.sign(compareValues(one, other))]).toEqual([name, Math.sign(i - k)]);
          }
        }
      }
    }
  });

  test('of random numbers compare as the numbers do', () => {
    const random = new Random(1);
    for (let i = 0; i < 4000; i++) {
      const [a, b] = [randomNumber(random), randomNumber(random)];
      const name = `${String(a)} ${String(b)}`;
      expect([name, Math.sign(Buffer.compare(encodeKey(a), encodeKey(b)))]).toEqual([
        name,
        Math.sign(compareValues(a, b)),
      ]);
    }
  });

  test('of random values compare as the values do', () => {
    const random = new Random(2);
    for (let i = 0; i < 6000; i++) {
      const [a, b] = [randomValue(random), randomValue(random)];
      const name = `${JSON.stringify(a)} ${JSON.stringify(b)}`;
      expect([name, Math.sign(Buffer.compare(encodeKey(a), encodeKey(b)))]).toEqual([
        name,
        Math.sign(compareValues(a, b)),
      ]);
    }
  });
});

describe('keys of several values', () => {
  /** The key of a compound index. */
  function compound(values: readonly unknown[], directions: readonly (1 | -1)[]): Uint8Array {
    const writer = new KeyWriter();
    for (const [i, value] of values.entries()) {
      const start = writer.length;
      writeKey(writer, value);
      if (directions[i] === -1) writer.invertFrom(start);
    }
    return writer.take();
  }

  test('compare part by part, each in its direction', () => {
    const random = new Random(3);
    for (let i = 0; i < 4000; i++) {
      const directions = [random.pick([1, -1] as const), random.pick([1, -1] as const)];
      const first = randomValue(random);
      const a = [first, randomValue(random)];
      const b = [random.chance(0.5) ? first : randomValue(random), randomValue(random)];
      const expected =
        compareValues(a[0], b[0]) * (directions[0] as number) || compareValues(a[1], b[1]) * (directions[1] as number);
      const order = Buffer.compare(compound(a, directions), compound(b, directions));
      const name = JSON.stringify([a, b, directions]);
      expect([name, Math.sign(order)]).toEqual([name, Math.sign(expected) + 0]);
    }
  });

  test('never have one that is the beginning of another', () => {
    const random = new Random(4);
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [encodeKey(randomValue(random)), encodeKey(randomValue(random))];
      const length = Math.min(a.length, b.length);
      const sameBeginning = Buffer.compare(a.subarray(0, length), b.subarray(0, length)) === 0;
      expect(sameBeginning).toBe(sameBeginning && a.length === b.length);
    }
  });
});
