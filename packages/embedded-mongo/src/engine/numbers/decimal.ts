import { Decimal128 } from 'bson';
import { decimalOfDouble, type ExactDecimal, parseDecimal } from '../keys/exact-number.js';
import { type BsonNumber, numberKindOf } from './number-kind.js';

const PRECISION = 34;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;

/** A decimal as arithmetic takes it: exact, or one of the values that are none. */
export type DecimalValue = ExactDecimal | 'NaN' | 'Infinity' | '-Infinity';

/** A number of any type for decimal arithmetic; doubles count with 15 digits, as in MongoDB. */
export function toDecimalValue(value: BsonNumber): DecimalValue {
  switch (numberKindOf(value)) {
    case 'decimal':
      return parse(String(value));
    case 'double': {
      const number = Number(value);
      if (!Number.isFinite(number)) return String(number) as DecimalValue;
      return parse(number.toPrecision(15));
    }
    default:
      return parse(String(value));
  }
}

function parse(text: string): DecimalValue {
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity' ? text : parseDecimal(text);
}

/** The exact value of a double, for conversions that must not round. */
export function exactDecimal(value: number): Decimal128 {
  if (!Number.isFinite(value)) return Decimal128.fromString(String(value));
  return makeDecimal(decimalOfDouble(value));
}

/** Rounds (half to even) to the 34 digits that a Decimal128 has. */
export function makeDecimal(value: DecimalValue): Decimal128 {
  if (typeof value === 'string') return Decimal128.fromString(value);
  let { coefficient, exponent } = value;
  const digits = coefficient.toString().length;
  const excess = Math.max(digits - PRECISION, MIN_EXPONENT - exponent);
  if (excess > 0) {
    coefficient = divideHalfEven(coefficient, 10n ** BigInt(excess));
    exponent += excess;
    if (coefficient.toString().length > PRECISION) {
      coefficient /= 10n;
      exponent++;
    }
  }
  while (exponent > MAX_EXPONENT && coefficient !== 0n && coefficient.toString().length < PRECISION) {
    coefficient *= 10n;
    exponent--;
  }
  if (exponent > MAX_EXPONENT) {
    if (coefficient !== 0n) return Decimal128.fromString(value.negative ? '-Infinity' : 'Infinity');
    exponent = MAX_EXPONENT;
  }
  return Decimal128.fromString(`${value.negative ? '-' : ''}${coefficient}E${exponent}`);
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

function signed(value: ExactDecimal): bigint {
  return value.negative ? -value.coefficient : value.coefficient;
}

function fromSigned(coefficient: bigint, exponent: number): ExactDecimal {
  return { negative: coefficient < 0n, coefficient: coefficient < 0n ? -coefficient : coefficient, exponent };
}

function isZero(value: DecimalValue): boolean {
  return typeof value === 'object' && value.coefficient === 0n;
}

export function negateDecimal(value: DecimalValue): DecimalValue {
  if (value === 'NaN') return value;
  if (typeof value === 'string') return value === 'Infinity' ? '-Infinity' : 'Infinity';
  return { ...value, negative: !value.negative };
}

export function addDecimals(a: DecimalValue, b: DecimalValue): DecimalValue {
  if (typeof a === 'string' || typeof b === 'string') {
    if (a === 'NaN' || b === 'NaN') return 'NaN';
    if (typeof a === 'string' && typeof b === 'string') return a === b ? a : 'NaN';
    return typeof a === 'string' ? a : b;
  }
  // Beyond this distance the smaller one cannot change the 34 digits of the result.
  if (!isZero(a) && !isZero(b) && Math.abs(a.exponent - b.exponent) > 200) {
    return magnitudeOf(a) > magnitudeOf(b) ? a : b;
  }
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = signed(a) * 10n ** BigInt(a.exponent - exponent) + signed(b) * 10n ** BigInt(b.exponent - exponent);
  return fromSigned(sum, exponent);
}

function magnitudeOf(value: ExactDecimal): number {
  return value.coefficient.toString().length + value.exponent;
}

export function multiplyDecimals(a: DecimalValue, b: DecimalValue): DecimalValue {
  if (typeof a === 'string' || typeof b === 'string') {
    if (a === 'NaN' || b === 'NaN' || isZero(a) || isZero(b)) return 'NaN';
    return isNegative(a) === isNegative(b) ? 'Infinity' : '-Infinity';
  }
  return {
    negative: a.negative !== b.negative,
    coefficient: a.coefficient * b.coefficient,
    exponent: a.exponent + b.exponent,
  };
}

function isNegative(value: DecimalValue): boolean {
  return typeof value === 'string' ? value === '-Infinity' : value.negative;
}

/** The divisor must not be zero. */
export function divideDecimals(a: DecimalValue, b: DecimalValue): DecimalValue {
  if (typeof a === 'string' || typeof b === 'string') {
    if (a === 'NaN' || b === 'NaN' || (typeof a === 'string' && typeof b === 'string')) return 'NaN';
    if (typeof a === 'string') return isNegative(a) === isNegative(b) ? 'Infinity' : '-Infinity';
    return { negative: false, coefficient: 0n, exponent: 0 };
  }
  const scale = Math.max(0, PRECISION + 2 + b.coefficient.toString().length - a.coefficient.toString().length);
  const scaled = a.coefficient * 10n ** BigInt(scale);
  let coefficient = scaled / b.coefficient;
  let exponent = a.exponent - b.exponent - scale;
  // A remainder counts for rounding only: one more digit that is not zero tells that there is one.
  if (scaled % b.coefficient !== 0n) {
    coefficient = coefficient * 10n + 1n;
    exponent--;
  } else {
    while (exponent < 0 && coefficient !== 0n && coefficient % 10n === 0n) {
      coefficient /= 10n;
      exponent++;
    }
  }
  return { negative: a.negative !== b.negative, coefficient, exponent };
}

/** The remainder, with the sign of the dividend. */
export function remainderOfDecimals(a: DecimalValue, b: DecimalValue): DecimalValue {
  if (typeof a === 'string' || b === 'NaN' || isZero(b)) return 'NaN';
  if (typeof b === 'string') return a;
  const exponent = Math.min(a.exponent, b.exponent);
  const dividend = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  const divisor = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  return { negative: a.negative, coefficient: dividend % divisor, exponent };
}

export type Rounding = 'trunc' | 'floor' | 'ceil' | 'halfEven';

/** Rounds to so many digits after the point (before it, if negative). */
export function roundDecimal(value: DecimalValue, places: number, rounding: Rounding): DecimalValue {
  if (typeof value === 'string' || -value.exponent <= places) return value;
  const divisor = 10n ** BigInt(-places - value.exponent);
  let coefficient = value.coefficient / divisor;
  const isExact = value.coefficient % divisor === 0n;
  if (rounding === 'halfEven') coefficient = divideHalfEven(value.coefficient, divisor);
  else if (!isExact && ((rounding === 'floor' && value.negative) || (rounding === 'ceil' && !value.negative))) {
    coefficient += 1n;
  }
  return { negative: value.negative, coefficient, exponent: -places };
}
