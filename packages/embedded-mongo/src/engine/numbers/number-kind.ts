import { type Decimal128, Double, type Int32, Long } from 'bson';
import { BSON_TYPE, bsonTypeOf, isInt32 } from '../bson/value-type.js';

/** The numeric types from narrow to wide; an operation on two of them gives the wider. */
export type NumberKind = 'int' | 'long' | 'double' | 'decimal';

export type BsonNumber = number | bigint | Long | Double | Int32 | Decimal128;

/** `undefined` for what is no number. */
export function numberKindOf(value: unknown): NumberKind | undefined {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  switch (bsonTypeOf(value)) {
    case BSON_TYPE.INT:
      return 'int';
    case BSON_TYPE.LONG:
      return 'long';
    case BSON_TYPE.DOUBLE:
      return 'double';
    case BSON_TYPE.DECIMAL:
      return 'decimal';
    default:
      return undefined;
  }
}

export function isBsonNumber(value: unknown): value is BsonNumber {
  return numberKindOf(value) !== undefined;
}

const WIDTH: Readonly<Record<NumberKind, number>> = { int: 0, long: 1, double: 2, decimal: 3 };

export function widerKind(a: NumberKind, b: NumberKind): NumberKind {
  return WIDTH[a] >= WIDTH[b] ? a : b;
}

/** A double, also where an int32 could have the value. */
export function makeDouble(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

export function fitsLong(value: bigint): boolean {
  return value >= MIN_LONG && value <= MAX_LONG;
}

/** An int32 if it fits, else a long; `undefined` if that does not fit either. */
export function makeInteger(value: bigint): number | Long | undefined {
  if (value >= -2147483648n && value <= 2147483647n) return Number(value);
  return fitsLong(value) ? Long.fromBigInt(value) : undefined;
}

/** The value of an int or a long. */
export function integerValue(value: BsonNumber): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return BigInt(value);
  return value._bsontype === 'Long' ? value.toBigInt() : BigInt(Number(value.valueOf()));
}

/** The value of an int, a long or a double as a double. */
export function doubleValue(value: BsonNumber): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  switch (value._bsontype) {
    case 'Long':
      return value.toNumber();
    case 'Decimal128':
      return Number(value.toString());
    default:
      return Number(value.valueOf());
  }
}
