import { EJSON } from '@bolide/meteor/ejson';
import type { ObjectID } from '@bolide/meteor/mongo-id';
import { BsonType, bsonType, type DecimalValue, decimalClass, isDecimal } from './bson-type.js';

/** Deep equality as MongoDB has it: the order of keys matters. */
export function areEqual(a: unknown, b: unknown): boolean {
  return a === b || EJSON.equals(a, b, { keyOrderSensitive: true });
}

const ORDER_BY_TYPE: Readonly<Record<number, number>> = {
  [BsonType.null]: 0,
  [BsonType.number]: 1,
  [BsonType.string]: 2,
  [BsonType.object]: 3,
  [BsonType.array]: 4,
  [BsonType.binary]: 5,
  [BsonType.objectId]: 6,
  [BsonType.boolean]: 7,
  [BsonType.date]: 8,
  [BsonType.regex]: 9,
  [BsonType.code]: 100,
};

/** Where a BSON type stands among the others in the order of values; -1: nowhere. */
export function typeOrder(type: number): number {
  return ORDER_BY_TYPE[type] ?? -1;
}

/** Compares two values of any kinds in MongoDB's order; `undefined` comes first. Negative: `a` comes before `b`. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  const type = bsonType(a);
  const otherType = bsonType(b);
  if (type !== otherType) return typeOrder(type) - typeOrder(otherType);
  switch (type) {
    case BsonType.number:
      return compareNumbers(a, b);
    case BsonType.boolean:
      return a === true ? 1 : -1;
    case BsonType.date:
      return compareNumbers(timeOf(a as Date), timeOf(b as Date));
    case BsonType.objectId:
      return compareTexts((a as ObjectID).toHexString(), (b as ObjectID).toHexString());
    case BsonType.object:
      return compareObjects(a as object, b as object);
    case BsonType.array:
      return compareArrays(a as unknown[], b as unknown[]);
    case BsonType.binary:
      return compareBinary(a as Uint8Array, b as Uint8Array);
    default:
      return compareTexts(String(a), String(b));
  }
}

function compareNumbers(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    if (a > b) return 1;
    // NaN comes before all numbers, and equals itself.
    return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  }
  const Decimal = decimalClass();
  const exact = isDecimal(a) || !Decimal ? (a as DecimalValue) : new Decimal(a);
  return exact.minus(b).toNumber();
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function timeOf(date: Date): number {
  const time = date.getTime();
  return Number.isNaN(time) ? 0 : time;
}

/** By first key, its value, second key and so on. */
function compareObjects(a: object, b: object): number {
  return compareArrays(Object.entries(a).flat(1), Object.entries(b).flat(1));
}

function compareArrays(a: readonly unknown[], b: readonly unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Shorter ones come first, as in MongoDB. */
function compareBinary(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
