import { Package } from '@bolide/meteor/core-runtime';
import { EJSON } from '@bolide/meteor/ejson';
import { MongoID } from '@bolide/meteor/mongo-id';

/** The numbers that BSON gives to the kinds of values. */
export const BsonType = {
  number: 1,
  string: 2,
  object: 3,
  array: 4,
  binary: 5,
  objectId: 7,
  boolean: 8,
  date: 9,
  null: 10,
  regex: 11,
  code: 13,
} as const;

/** A number with exact decimals, as the package `mongo-decimal` has it. */
export interface DecimalValue {
  minus(other: unknown): { toNumber(): number };
}

type DecimalClass = new (value: unknown) => DecimalValue;

/** `Decimal`, if the app has the package. */
export function decimalClass(): DecimalClass | undefined {
  return Package['mongo-decimal']?.Decimal as DecimalClass | undefined;
}

export function isDecimal(value: unknown): value is DecimalValue {
  const Decimal = decimalClass();
  return Decimal !== undefined && value instanceof Decimal;
}

/** The BSON type of a value. `undefined` counts as an object, as in Meteor. */
export function bsonType(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return BsonType.number;
    case 'string':
      return BsonType.string;
    case 'boolean':
      return BsonType.boolean;
    case 'function':
      return BsonType.code;
    case 'object':
      return value === null ? BsonType.null : objectType(value);
    default:
      return BsonType.object;
  }
}

function objectType(value: object): number {
  if (Array.isArray(value)) return BsonType.array;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return BsonType.object;
  if (value instanceof Date) return BsonType.date;
  if (value instanceof RegExp) return BsonType.regex;
  if (EJSON.isBinary(value)) return BsonType.binary;
  if (value instanceof MongoID.ObjectID) return BsonType.objectId;
  return isDecimal(value) ? BsonType.number : BsonType.object;
}

export type PlainObject = Record<string, unknown>;

/** Whether a value is an object in the sense of MongoDB: something with fields. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && objectType(value) === BsonType.object;
}

/** Whether a path can lead into a value. */
export function isIndexable(value: unknown): value is PlainObject | unknown[] {
  return Array.isArray(value) || isPlainObject(value);
}

/** Whether a part of a path can be the index of an array. */
export function isNumericKey(key: string): boolean {
  return /^[0-9]+$/.test(key);
}

/** The own property of an object or array, by the name or index that a path gives. */
export function ownProperty(container: object, key: string): unknown {
  // What objects inherit, such as `constructor`, is no field.
  return Object.hasOwn(container, key) ? (container as PlainObject)[key] : undefined;
}

/**
 * Whether a value is an object with operators (`$…`) for keys. `{}` is none.
 *
 * @throws Error when only some keys are operators, unless `allowMixed`; that is then none either.
 */
export function isOperatorObject(value: unknown, allowMixed = false): value is PlainObject {
  if (!isPlainObject(value)) return false;
  const keys = Object.keys(value);
  const operators = keys.filter((key) => key.startsWith('$')).length;
  if (operators > 0 && operators < keys.length) {
    if (!allowMixed) throw new Error(`Inconsistent operator: ${JSON.stringify(value)}`);
    return false;
  }
  return operators > 0;
}
