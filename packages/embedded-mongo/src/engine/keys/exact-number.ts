import type { Decimal128, Double, Int32, Long } from 'bson';

/** `sign * coefficient * 10^exponent`, exactly. */
export interface ExactDecimal {
  readonly negative: boolean;
  readonly coefficient: bigint;
  readonly exponent: number;
}

export type NumericValue = number | bigint | Long | Double | Int32 | Decimal128;

/** A number of any BSON type: a JavaScript number if it has exactly that value, else a bigint or a decimal. */
export type PlainNumber = number | bigint | ExactDecimal;

const MAX_DOUBLE = Number.MAX_VALUE;

export function toPlainNumber(value: NumericValue): PlainNumber {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return plainBigint(value);
  if (value._bsontype === 'Long') return plainLong(value);
  if (value._bsontype === 'Decimal128') return plainDecimal(value);
  return Number(value.value);
}

function plainLong(value: Long): number | bigint {
  const approximate = value.high * 4294967296 + (value.low >>> 0);
  return Number.isSafeInteger(approximate) ? approximate : plainBigint(value.toBigInt());
}

function plainBigint(value: bigint): number | bigint {
  const approximate = Number(value);
  return BigInt(approximate) === value ? approximate : value;
}

function plainDecimal(value: Decimal128): PlainNumber {
  const text = value.toString();
  if (text === 'NaN') return Number.NaN;
  if (text === 'Infinity') return Number.POSITIVE_INFINITY;
  if (text === '-Infinity') return Number.NEGATIVE_INFINITY;
  const decimal = parseDecimal(text);
  if (decimal.coefficient === 0n) return 0;
  const approximate = Number(text);
  if (Number.isFinite(approximate) && compareDecimals(decimal, decimalOfDouble(approximate)) === 0) return approximate;
  return decimal;
}

/** Reads what `Decimal128.toString` writes, or digits with a point and an exponent. */
export function parseDecimal(text: string): ExactDecimal {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) throw new RangeError(`${text} is no decimal number`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  return {
    negative: sign === '-',
    coefficient: BigInt(whole + fraction || '0'),
    exponent: Number(exponent) - fraction.length,
  };
}

const doubleBits = new DataView(new ArrayBuffer(8));

/** The exact decimal value of a finite double. */
export function decimalOfDouble(value: number): ExactDecimal {
  doubleBits.setFloat64(0, value);
  const bits = doubleBits.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  const negative = bits >> 63n === 1n;
  if (exponent >= 0) return { negative, coefficient: mantissa << BigInt(exponent), exponent: 0 };
  // m / 2^k = m * 5^k / 10^k
  return { negative, coefficient: mantissa * 5n ** BigInt(-exponent), exponent };
}

export function decimalOf(value: number | bigint | ExactDecimal): ExactDecimal {
  if (typeof value === 'object') return value;
  if (typeof value === 'number') return decimalOfDouble(value);
  return { negative: value < 0n, coefficient: value < 0n ? -value : value, exponent: 0 };
}

export function compareDecimals(a: ExactDecimal, b: ExactDecimal): number {
  const zeroA = a.coefficient === 0n;
  const zeroB = b.coefficient === 0n;
  if (zeroA || zeroB) {
    if (zeroA && zeroB) return 0;
    if (zeroA) return b.negative ? 1 : -1;
    return a.negative ? -1 : 1;
  }
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const magnitude = compareMagnitudes(a, b);
  return a.negative ? 0 - magnitude : magnitude;
}

function compareMagnitudes(a: ExactDecimal, b: ExactDecimal): number {
  const digitsA = a.coefficient.toString();
  const digitsB = b.coefficient.toString();
  const orderA = digitsA.length + a.exponent;
  const orderB = digitsB.length + b.exponent;
  if (orderA !== orderB) return orderA < orderB ? -1 : 1;
  const length = Math.max(digitsA.length, digitsB.length);
  const paddedA = digitsA.padEnd(length, '0');
  const paddedB = digitsB.padEnd(length, '0');
  return paddedA < paddedB ? -1 : paddedA > paddedB ? 1 : 0;
}

/** -1, 0 or 1; NaN equals itself and is less than every other number. */
export function comparePlainNumbers(a: PlainNumber, b: PlainNumber): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return 0;
    return Number(!Number.isNaN(a)) - Number(!Number.isNaN(b));
  }
  if (typeof a !== 'object' && typeof b !== 'object') {
    // JavaScript compares a bigint with a number exactly.
    if (a < b) return -1;
    if (a > b) return 1;
    return Number.isNaN(b) ? 1 : Number.isNaN(a) ? -1 : 0;
  }
  if (typeof a === 'number' && !Number.isFinite(a)) return a === Number.POSITIVE_INFINITY ? 1 : -1;
  if (typeof b === 'number' && !Number.isFinite(b)) return b === Number.POSITIVE_INFINITY ? -1 : 1;
  return compareDecimals(decimalOf(a), decimalOf(b));
}

/** The double nearest to a value that is no double, on the side of zero. */
export function truncateToDouble(value: bigint | ExactDecimal): number {
  const exact = decimalOf(value);
  const negative = exact.negative;
  const magnitude: ExactDecimal = { ...exact, negative: false };
  let nearest = Number(`${exact.coefficient}e${exact.exponent}`);
  if (nearest === Number.POSITIVE_INFINITY) nearest = MAX_DOUBLE;
  if (compareDecimals(decimalOfDouble(nearest), magnitude) > 0) nearest = nextBelow(nearest);
  return negative ? -nearest : nearest;
}

/** The next smaller double of a positive one. */
function nextBelow(value: number): number {
  doubleBits.setFloat64(0, value);
  doubleBits.setBigUint64(0, doubleBits.getBigUint64(0) - 1n);
  return doubleBits.getFloat64(0);
}
