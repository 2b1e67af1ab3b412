import { Long } from 'bson';
import { isInt32 } from '../bson/value-type.js';
import { addDecimals, makeDecimal, multiplyDecimals, negateDecimal, toDecimalValue } from './decimal.js';
import {
  type BsonNumber,
  doubleValue,
  integerValue,
  makeDouble,
  makeInteger,
  type NumberKind,
  numberKindOf,
  widerKind,
} from './number-kind.js';

/** What happens when a sum or product does not fit into 64 bits. */
export type Overflow = 'double' | 'fail';

/** `undefined` if it does not fit and `overflow` is `fail`. */
export function add(a: BsonNumber, b: BsonNumber, overflow: Overflow): BsonNumber | undefined {
  if (isPlainInt(a) && isPlainInt(b) && isInt32(a + b)) return a + b;
  const kind = kindOfResult(a, b);
  if (kind === 'decimal') return makeDecimal(addDecimals(toDecimalValue(a), toDecimalValue(b)));
  if (kind === 'double') return makeDouble(doubleValue(a) + doubleValue(b));
  return integerResult(integerValue(a) + integerValue(b), kind, overflow);
}

export function subtract(a: BsonNumber, b: BsonNumber, overflow: Overflow): BsonNumber | undefined {
  const kind = kindOfResult(a, b);
  if (kind === 'decimal') return makeDecimal(addDecimals(toDecimalValue(a), negateDecimal(toDecimalValue(b))));
  if (kind === 'double') return makeDouble(doubleValue(a) - doubleValue(b));
  return integerResult(integerValue(a) - integerValue(b), kind, overflow);
}

/** `undefined` if it does not fit and `overflow` is `fail`. */
export function multiply(a: BsonNumber, b: BsonNumber, overflow: Overflow): BsonNumber | undefined {
  const kind = kindOfResult(a, b);
  if (kind === 'decimal') return makeDecimal(multiplyDecimals(toDecimalValue(a), toDecimalValue(b)));
  if (kind === 'double') return makeDouble(doubleValue(a) * doubleValue(b));
  return integerResult(integerValue(a) * integerValue(b), kind, overflow);
}

/** Zero of the type that a product with `value` would have. */
export function zeroOfKind(value: BsonNumber): BsonNumber {
  switch (numberKindOf(value)) {
    case 'decimal':
      return makeDecimal({ negative: false, coefficient: 0n, exponent: 0 });
    case 'double':
      return makeDouble(0);
    case 'long':
      return Long.ZERO;
    default:
      return 0;
  }
}

function isPlainInt(value: BsonNumber): value is number {
  return typeof value === 'number' && isInt32(value);
}

function kindOfResult(a: BsonNumber, b: BsonNumber): NumberKind {
  return widerKind(numberKindOf(a) as NumberKind, numberKindOf(b) as NumberKind);
}

function integerResult(value: bigint, kind: NumberKind, overflow: Overflow): BsonNumber | undefined {
  const integer = makeInteger(value);
  if (integer === undefined) return overflow === 'fail' ? undefined : makeDouble(Number(value));
  return kind === 'long' && typeof integer === 'number' ? Long.fromNumber(integer) : integer;
}
