import { type Document, EJSON } from 'bson';
import { BSON_TYPE, bsonTypeOf } from './value-type.js';

/** A value in messages, in the manner of MongoDB: `{ a: 1, b: "x" }`. */
export function describeValue(value: unknown): string {
  switch (bsonTypeOf(value)) {
    case BSON_TYPE.STRING:
      return `"${value as string}"`;
    case BSON_TYPE.ARRAY:
      return (value as unknown[]).length === 0 ? '[]' : `[ ${(value as unknown[]).map(describeValue).join(', ')} ]`;
    case BSON_TYPE.OBJECT: {
      const fields = Object.entries(value as Document).map(([name, part]) => `${name}: ${describeValue(part)}`);
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    case BSON_TYPE.OBJECT_ID:
      return `ObjectId('${String(value)}')`;
    case BSON_TYPE.DATE:
      return `new Date(${(value as Date).getTime()})`;
    case BSON_TYPE.DECIMAL:
      return `Decimal128("${String(value)}")`;
    case BSON_TYPE.DOUBLE:
      return describeDouble(Number(value));
    case BSON_TYPE.MIN_KEY:
      return 'MinKey';
    case BSON_TYPE.MAX_KEY:
      return 'MaxKey';
    case BSON_TYPE.BINARY:
    case BSON_TYPE.REGULAR_EXPRESSION:
    case BSON_TYPE.TIMESTAMP:
    case BSON_TYPE.CODE:
    case BSON_TYPE.CODE_WITH_SCOPE:
      return EJSON.stringify(value);
    default:
      return String(value);
  }
}

function describeDouble(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? value.toFixed(1)
    : String(value).replace('Infinity', 'inf');
}
