import {
  Binary,
  BSON,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import { describe, expect, test } from 'vitest';
import { MongoError } from '../mongo-error.js';
import { Random, randomDocument } from '../testing/random.js';
import { decodeDocument, decodeFields, FieldSet } from './decode.js';
import { encodeDocument } from './encode.js';
import { inspectDocument } from './inspect-document.js';

const EVERYTHING = {
  double: 1.5,
  wholeDouble: new Double(2),
  negativeZero: -0,
  nan: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  large: 2 ** 40,
  text: 'häßlich \u{1F600}',
  longText: 'x'.repeat(1000),
  nul: 'a\0b',
  document: { nested: { deep: 1 } },
  array: [1, 'two', [3], { four: 4 }],
  empty: {},
  emptyArray: [],
  binary: new Binary(Uint8Array.of(1, 2, 3), 128),
  uuid: new UUID('0123456789abcdef0123456789abcdef'),
  id: new ObjectId('0123456789abcdef01234567'),
  yes: true,
  no: false,
  date: new Date(-5),
  nothing: null,
  expression: new BSONRegExp('^a.*b$', 'imsx'),
  code: new Code('x'),
  scoped: new Code('x', { y: 1 }),
  symbol: new BSONSymbol('s'),
  int: -2147483648,
  timestamp: new Timestamp({ t: 4294967295, i: 4294967295 }),
  long: Long.fromString('-9223372036854775808'),
  decimal: Decimal128.fromString('1234567890.0987654321E-20'),
  least: new MinKey(),
  greatest: new MaxKey(),
};

describe('documents to BSON and back', () => {
  test('are written as npm bson writes them', () => {
    expect(Buffer.from(encodeDocument(EVERYTHING)).toString('hex')).toBe(
      Buffer.from(BSON.serialize(EVERYTHING)).toString('hex'),
    );
  });

  test('lose nothing', () => {
    const bytes = encodeDocument(EVERYTHING);
    expect(encodeDocument(decodeDocument(bytes))).toEqual(bytes);
    const decoded = decodeDocument(bytes);
    expect(decoded.wholeDouble).toBeInstanceOf(Double);
    expect(decoded.double).toBe(1.5);
    expect(decoded.int).toBe(-2147483648);
    expect(Object.is(decoded.negativeZero, -0)).toBe(true);
    expect(decoded.uuid).toBeInstanceOf(UUID);
  });

  test('of random shapes lose nothing', () => {
    const random = new Random(5);
    for (let i = 0; i < 500; i++) {
      const document = randomDocument(random, 3);
      const bytes = encodeDocument(document);
      expect(Buffer.compare(bytes, BSON.serialize(document))).toBe(0);
      expect(Buffer.compare(encodeDocument(decodeDocument(bytes)), bytes)).toBe(0);
      expect(inspectDocument(bytes).id).toBeUndefined();
    }
  });

  test('take what npm bson takes beyond its own types', () => {
    const document = {
      big: 12345678901234n,
      small: new Int32(3),
      plain: /a/i,
      bytes: Uint8Array.of(7),
      ref: new DBRef('c', new ObjectId('0123456789abcdef01234567')),
    };
    expect(decodeDocument(encodeDocument(document))).toEqual({
      big: Long.fromBigInt(12345678901234n),
      small: 3,
      plain: new BSONRegExp('a', 'i'),
      bytes: new Binary(Uint8Array.of(7)),
      ref: { $ref: 'c', $id: new ObjectId('0123456789abcdef01234567') },
    });
  });

  test('keep a field __proto__ a field', () => {
    const bytes = BSON.serialize(JSON.parse('{"__proto__":{"polluted":1},"a":1}'));
    const decoded = decodeDocument(bytes);
    expect(Object.keys(decoded)).toEqual(['__proto__', 'a']);
    expect((decoded as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(encodeDocument(decoded)).toEqual(Buffer.from(bytes));
  });

  test('refuse what BSON cannot hold', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const [document, code] of [
      [{ f: () => 1 }, 2],
      [{ s: Symbol('s') }, 2],
      [circle, 15],
      [{ d: new Date(Number.NaN) }, 2],
      [{ 'a\0': 1 }, 2],
      [{ big: 2n ** 64n }, 2],
    ] as const) {
      expect(() => encodeDocument(document)).toThrow(MongoError);
      try {
        encodeDocument(document);
      } catch (error) {
        expect((error as MongoError).code).toBe(code);
      }
    }
    expect(decodeDocument(encodeDocument({ after: 'that' }))).toEqual({ after: 'that' });
  });
});

describe('decoding some fields', () => {
  test('gives those and no others', () => {
    const bytes = encodeDocument(EVERYTHING);
    expect(decodeFields(bytes, new FieldSet(['text', 'array', 'absent']))).toEqual({
      text: EVERYTHING.text,
      array: EVERYTHING.array,
    });
  });
});

describe('malformed BSON', () => {
  const good = Buffer.from(encodeDocument(EVERYTHING));

  test('is refused whatever byte is wrong, or harmless', () => {
    const random = new Random(6);
    for (let i = 0; i < 3000; i++) {
      const bad = Buffer.from(good);
      for (let k = 0; k <= random.integer(3); k++) bad[random.integer(bad.length)] = random.integer(256);
      for (const read of [decodeDocument, inspectDocument]) {
        try {
          read(bad);
        } catch (error) {
          expect(error).toBeInstanceOf(MongoError);
        }
      }
    }
  });

  test('cut short is refused', () => {
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeDocument(good.subarray(0, length))).toThrow(MongoError);
      expect(() => inspectDocument(good.subarray(0, length))).toThrow(MongoError);
    }
  });
});

describe('what is stored', () => {
  test('may be 100 levels deep and no deeper', () => {
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
    expect(inspectDocument(encodeDocument(nested(100))).id).toBeUndefined();
    expect(() => inspectDocument(encodeDocument(nested(101)))).toThrow(expect.objectContaining({ code: 15 }));
  });

  test('may have 16 MB and no more', () => {
    const room = 16 * 1024 * 1024 - encodeDocument({ a: '' }).length;
    inspectDocument(encodeDocument({ a: 'x'.repeat(room) }));
    expect(() => inspectDocument(encodeDocument({ a: 'x'.repeat(room + 1) }))).toThrow(
      expect.objectContaining({ code: 10334 }),
    );
  });

  test('has an _id that is no array, expression or undefined', () => {
    for (const [_id, code] of [
      [[1], 53],
      [/a/, 53],
      [undefined, 53],
      [{ $a: 1 }, 52],
    ] as const) {
      expect(() => inspectDocument(encodeDocument({ _id }))).toThrow(expect.objectContaining({ code }));
    }
  });
});
