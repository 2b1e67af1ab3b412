import { MongoError } from '../engine/mongo-error.js';

/** An argument of a command has another type than the command takes. */
export function typeMismatch(field: string, actual: unknown, expected: string): MongoError {
  return new MongoError(
    14,
    `BSON field '${field}' is the wrong type '${typeName(actual)}', expected type '${expected}'`,
  );
}

export function badValue(message: string): MongoError {
  return new MongoError(2, message);
}

export function failedToParse(message: string): MongoError {
  return new MongoError(9, message);
}

export function invalidNamespace(name: string): MongoError {
  return new MongoError(73, `Invalid namespace specified '${name}'`);
}

export function namespaceNotFound(message: string): MongoError {
  return new MongoError(26, message);
}

/** The name that MongoDB's messages and `$type` give to the type of a value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? 'int' : 'double';
    case 'bigint':
      return 'long';
  }
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  const tag = (value as { _bsontype?: unknown })._bsontype;
  return (typeof tag === 'string' && TYPE_NAMES[tag]) || 'object';
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  Binary: 'binData',
  BSONRegExp: 'regex',
  BSONSymbol: 'symbol',
  Code: 'javascript',
  DBRef: 'object',
  Decimal128: 'decimal',
  Double: 'double',
  Int32: 'int',
  Long: 'long',
  MaxKey: 'maxKey',
  MinKey: 'minKey',
  ObjectId: 'objectId',
  Timestamp: 'timestamp',
};
