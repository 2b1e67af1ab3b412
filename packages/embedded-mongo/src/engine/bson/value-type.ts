/** BSON's numbers of types. */
export const BSON_TYPE = {
  MIN_KEY: -1,
  DOUBLE: 1,
  STRING: 2,
  OBJECT: 3,
  ARRAY: 4,
  BINARY: 5,
  UNDEFINED: 6,
  OBJECT_ID: 7,
  BOOLEAN: 8,
  DATE: 9,
  NULL: 10,
  REGULAR_EXPRESSION: 11,
  DB_POINTER: 12,
  CODE: 13,
  SYMBOL: 14,
  CODE_WITH_SCOPE: 15,
  INT: 16,
  TIMESTAMP: 17,
  LONG: 18,
  DECIMAL: 19,
  MAX_KEY: 127,
} as const;

const CLASS_TYPES: Readonly<Record<string, number>> = {
  MinKey: BSON_TYPE.MIN_KEY,
  Double: BSON_TYPE.DOUBLE,
  Binary: BSON_TYPE.BINARY,
  ObjectId: BSON_TYPE.OBJECT_ID,
  ObjectID: BSON_TYPE.OBJECT_ID,
  BSONRegExp: BSON_TYPE.REGULAR_EXPRESSION,
  DBPointer: BSON_TYPE.DB_POINTER,
  BSONSymbol: BSON_TYPE.SYMBOL,
  Int32: BSON_TYPE.INT,
  Timestamp: BSON_TYPE.TIMESTAMP,
  Long: BSON_TYPE.LONG,
  Decimal128: BSON_TYPE.DECIMAL,
  MaxKey: BSON_TYPE.MAX_KEY,
  DBRef: BSON_TYPE.OBJECT,
};

/** Whether a number is written as an int32; every other one is written as a double. */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/**
 * The number of the BSON type that a value has or will be written as.
 * @throws TypeError for what BSON cannot hold: functions, symbols
 */
export function bsonTypeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return BSON_TYPE.STRING;
    case 'number':
      return isInt32(value) ? BSON_TYPE.INT : BSON_TYPE.DOUBLE;
    case 'boolean':
      return BSON_TYPE.BOOLEAN;
    case 'undefined':
      return BSON_TYPE.UNDEFINED;
    case 'bigint':
      return BSON_TYPE.LONG;
    case 'object':
      return value === null ? BSON_TYPE.NULL : objectType(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be stored`);
  }
}

function objectType(value: object): number {
  if (Array.isArray(value)) return BSON_TYPE.ARRAY;
  const className = (value as { _bsontype?: unknown })._bsontype;
  if (typeof className === 'string') {
    if (className === 'Code') {
      return (value as { scope?: unknown }).scope ? BSON_TYPE.CODE_WITH_SCOPE : BSON_TYPE.CODE;
    }
    const known = CLASS_TYPES[className];
    if (known !== undefined) return known;
  }
  if (value instanceof Date) return BSON_TYPE.DATE;
  if (value instanceof RegExp) return BSON_TYPE.REGULAR_EXPRESSION;
  if (value instanceof Uint8Array) return BSON_TYPE.BINARY;
  return BSON_TYPE.OBJECT;
}

/** Whether a value is a document: an object of fields, not an array and not a value of another BSON type. */
export function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && objectType(value) === BSON_TYPE.OBJECT;
}

/** Names of types as `$type`, `bsonType` and error messages have them. */
export const TYPE_NAMES: Readonly<Record<number, string>> = {
  [-1]: 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  6: 'undefined',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  12: 'dbPointer',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
};

export function typeNameOf(value: unknown): string {
  return TYPE_NAMES[bsonTypeOf(value)] ?? 'unknown';
}
