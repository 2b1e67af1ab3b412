import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';

/** Numbers that look random and are the same each time. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0 || 1;
  }

  /** From 0 up to and without 1. */
  next(): number {
    // xorshift32
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) / 4294967296;
  }

  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.integer(from.length)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.integer(most + 1) }, make);
  }
}

const TEXTS = ['', 'a', 'ab', 'b', 'B', 'ä', 'z', 'a\0', 'a\0b', 'a\u0001', '\uffff', '\u{1F600}', 'abc', '1', '10'];
const DOUBLES = [
  0,
  -0,
  1,
  -1,
  1.5,
  0.1,
  2 ** 53,
  -(2 ** 53),
  1e300,
  5e-324,
  Infinity,
  -Infinity,
  NaN,
  3.999,
  2147483648,
];
const LONGS = ['0', '1', '-1', '9007199254740993', '-9007199254740993', '9223372036854775807', '-9223372036854775808'];
const DECIMALS = [
  '0',
  '-0',
  '1',
  '1.0',
  '0.1',
  '-0.1',
  '9007199254740993',
  '9007199254740992.5',
  '1E+6000',
  '-1E+6000',
  '1E-6100',
  '-1E-6100',
  'NaN',
  'Infinity',
  '-Infinity',
  '1.5',
  '3.999',
  '179769313486231570814527423731704E+276',
];

/** A number of any of the numeric types, also the extreme ones. */
export function randomNumber(random: Random): unknown {
  switch (random.integer(6)) {
    case 0:
      return random.integer(7) - 3;
    case 1:
      return random.pick(DOUBLES);
    case 2:
      return Long.fromString(random.pick(LONGS));
    case 3:
      return Decimal128.fromString(random.pick(DECIMALS));
    case 4:
      return new Double(random.integer(5) - 2);
    default:
      return (random.next() - 0.5) * 10 ** (random.integer(12) - 6);
  }
}

/** A value of any BSON type. */
export function randomValue(random: Random, depth = 2): unknown {
  switch (random.integer(depth > 0 ? 17 : 14)) {
    case 0:
    case 1:
      return randomNumber(random);
    case 2:
      return random.pick(TEXTS);
    case 3:
      return null;
    case 4:
      return random.chance(0.5);
    case 5:
      return new Date(random.pick([0, 1, -1, 1e12, -1e12]));
    case 6:
      return new ObjectId(
        random.pick(['000000000000000000000000', 'ffffffffffffffffffffffff', '0123456789abcdef01234567']),
      );
    case 7:
      return new Binary(Uint8Array.from(random.list(3, () => random.integer(256))), random.pick([0, 5, 128]));
    case 8:
      return new Timestamp({ t: random.pick([0, 1, 4294967295]), i: random.integer(3) });
    case 9:
      return new BSONRegExp(random.pick(['a', 'b', '^a']), random.pick(['', 'i']));
    case 10:
      return random.pick([new MinKey(), new MaxKey()]);
    case 11:
      return random.pick([new Code('a'), new Code('b'), new Code('a', { x: 1 })]);
    case 12:
      return new BSONSymbol(random.pick(['a', 'b']));
    case 13:
      return random.pick(TEXTS);
    case 14:
      return random.list(3, () => randomValue(random, depth - 1));
    default:
      return randomDocument(random, depth - 1);
  }
}

const NAMES = ['a', 'b', 'c', 'aa', 'ä'];

export function randomDocument(random: Random, depth = 2): Document {
  const document: Document = {};
  for (const name of random.list(3, () => random.pick(NAMES))) document[name] = randomValue(random, depth);
  return document;
}
