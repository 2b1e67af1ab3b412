import type { Timestamp } from 'bson';
import { UUID } from 'bson';
import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';

/** A value as `$toString` writes it; `undefined` if it has no text. */
export function convertToText(value: unknown): string | undefined {
  switch (bsonTypeOf(value)) {
    case BSON_TYPE.STRING:
      return value as string;
    case BSON_TYPE.SYMBOL:
    case BSON_TYPE.OBJECT_ID:
    case BSON_TYPE.INT:
    case BSON_TYPE.LONG:
    case BSON_TYPE.DECIMAL:
      return String(value);
    case BSON_TYPE.DOUBLE:
      return doubleText(Number(value));
    case BSON_TYPE.BOOLEAN:
      return value ? 'true' : 'false';
    case BSON_TYPE.DATE:
      return (value as Date).toISOString();
    case BSON_TYPE.TIMESTAMP:
      return `Timestamp(${(value as Timestamp).high >>> 0}, ${(value as Timestamp).low >>> 0})`;
    case BSON_TYPE.BINARY:
      return value instanceof UUID ? value.toHexString(true) : undefined;
    default:
      return undefined;
  }
}

function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0';
  return String(value);
}
