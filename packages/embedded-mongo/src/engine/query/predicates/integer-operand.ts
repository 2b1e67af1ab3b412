import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';
import { type NumericValue, toPlainNumber } from '../../keys/exact-number.js';

/** A number of any type as a JavaScript number, `undefined` if it is no number. Decimals may lose digits. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  switch (bsonTypeOf(value)) {
    case BSON_TYPE.DOUBLE:
    case BSON_TYPE.INT:
    case BSON_TYPE.LONG:
      return Number(toPlainNumber(value as NumericValue));
    case BSON_TYPE.DECIMAL:
      return Number(String(value));
    default:
      return undefined;
  }
}

/** A number of any type cut off to a 64-bit integer, `undefined` if that cannot be. */
export function asBigint(value: unknown): bigint | undefined {
  switch (bsonTypeOf(value)) {
    case BSON_TYPE.LONG:
      return typeof value === 'bigint' ? value : (value as { toBigInt(): bigint }).toBigInt();
    case BSON_TYPE.DOUBLE:
    case BSON_TYPE.INT:
    case BSON_TYPE.DECIMAL: {
      const number = Math.trunc(asNumber(value) as number);
      return Math.abs(number) < 2 ** 63 ? BigInt(number) : undefined;
    }
    default:
      return undefined;
  }
}
