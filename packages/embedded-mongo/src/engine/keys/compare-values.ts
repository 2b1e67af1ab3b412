import type { Binary, BSONRegExp, Code, DBRef, Document, ObjectId, Timestamp } from 'bson';
import type { DbPointer } from '../bson/db-pointer.js';
import { bsonTypeOf } from '../bson/value-type.js';
import { KEY_TYPE, keyTypeOf } from './encode-key.js';
import { comparePlainNumbers, type NumericValue, toPlainNumber } from './exact-number.js';

/** How two texts compare: negative, 0 or positive. */
export type TextOrder = (a: string, b: string) => number;

/** The place of a value's type in MongoDB's order of types; equal for types that compare by value. */
export function typeOrderOf(value: unknown): number {
  return keyTypeOf(bsonTypeOf(value));
}

/** Negative, 0 or positive, in MongoDB's order over all types. */
export function compareValues(a: unknown, b: unknown, textOrder: TextOrder = compareText): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return 0;
  }
  if (typeof a === 'string' && typeof b === 'string') return textOrder(a, b);
  const typeA = typeOrderOf(a);
  const typeB = typeOrderOf(b);
  return typeA === typeB ? compareOfType(typeA, a, b, textOrder) : typeA - typeB;
}

/** Compares two values whose place in the order of types is the same. */
export function compareOfType(type: number, a: unknown, b: unknown, textOrder: TextOrder): number {
  switch (type) {
    case KEY_TYPE.NUMBER:
      return comparePlainNumbers(toPlainNumber(a as NumericValue), toPlainNumber(b as NumericValue));
    case KEY_TYPE.STRING:
      return textOrder(String(a), String(b));
    case KEY_TYPE.OBJECT:
      return compareDocuments(a as Document, b as Document, textOrder);
    case KEY_TYPE.ARRAY:
      return compareArrays(a as unknown[], b as unknown[], textOrder);
    case KEY_TYPE.BINARY:
      return compareBinaries(a as Binary | Uint8Array, b as Binary | Uint8Array);
    case KEY_TYPE.OBJECT_ID:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case KEY_TYPE.BOOLEAN:
      return Number(a) - Number(b);
    case KEY_TYPE.DATE:
      return (a as Date).getTime() - (b as Date).getTime();
    case KEY_TYPE.TIMESTAMP:
      return compareTimestamps(a as Timestamp, b as Timestamp);
    case KEY_TYPE.REGULAR_EXPRESSION:
      return compareRegularExpressions(a as BSONRegExp | RegExp, b as BSONRegExp | RegExp);
    case KEY_TYPE.DB_POINTER:
      return (
        compareText((a as DbPointer).namespace, (b as DbPointer).namespace) ||
        Buffer.compare((a as DbPointer).id.id, (b as DbPointer).id.id)
      );
    case KEY_TYPE.CODE:
      return compareText(String((a as Code).code), String((b as Code).code));
    case KEY_TYPE.CODE_WITH_SCOPE:
      return (
        compareText(String((a as Code).code), String((b as Code).code)) ||
        compareDocuments((a as Code).scope as Document, (b as Code).scope as Document, textOrder)
      );
    default:
      return 0;
  }
}

export function equalValues(a: unknown, b: unknown, textOrder?: TextOrder): boolean {
  return compareValues(a, b, textOrder) === 0;
}

/** The order of code points, which is that of UTF-8 and not quite that of JavaScript's `<`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return rankOfUnit(unitA) - rankOfUnit(unitB);
  }
  return a.length - b.length;
}

/** Halves of surrogate pairs stand for code points above all that take one unit. */
function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Field by field: first by type, then by name, then by value; a document that ends first is less. */
function compareDocuments(a: Document, b: Document, textOrder: TextOrder): number {
  const fieldsA = asFields(a);
  const fieldsB = asFields(b);
  const namesA = Object.keys(fieldsA);
  const namesB = Object.keys(fieldsB);
  const length = Math.min(namesA.length, namesB.length);
  for (let i = 0; i < length; i++) {
    const nameA = namesA[i] as string;
    const nameB = namesB[i] as string;
    const valueA: unknown = fieldsA[nameA];
    const valueB: unknown = fieldsB[nameB];
    const typeA = typeOrderOf(valueA);
    const typeB = typeOrderOf(valueB);
    if (typeA !== typeB) return typeA - typeB;
    if (nameA !== nameB) return compareText(nameA, nameB);
    const order = compareOfType(typeA, valueA, valueB, textOrder);
    if (order !== 0) return order;
  }
  return namesA.length - namesB.length;
}

function asFields(document: Document): Document {
  if (document._bsontype !== 'DBRef') return document;
  const reference = document as DBRef;
  return { $ref: reference.collection, $id: reference.oid, ...(reference.db ? { $db: reference.db } : {}) };
}

function compareArrays(a: readonly unknown[], b: readonly unknown[], textOrder: TextOrder): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i], textOrder);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBinaries(a: Binary | Uint8Array, b: Binary | Uint8Array): number {
  const bytesA = bytesOf(a);
  const bytesB = bytesOf(b);
  return bytesA.length - bytesB.length || subtypeOf(a) - subtypeOf(b) || Buffer.compare(bytesA, bytesB);
}

function bytesOf(value: Binary | Uint8Array): Uint8Array {
  return value instanceof Uint8Array ? value : value.buffer.subarray(0, value.position);
}

function subtypeOf(value: Binary | Uint8Array): number {
  return value instanceof Uint8Array ? 0 : value.sub_type;
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return (a.high >>> 0) - (b.high >>> 0) || (a.low >>> 0) - (b.low >>> 0);
}

function compareRegularExpressions(a: BSONRegExp | RegExp, b: BSONRegExp | RegExp): number {
  const [patternA, optionsA] = a instanceof RegExp ? [a.source, a.flags] : [a.pattern, a.options];
  const [patternB, optionsB] = b instanceof RegExp ? [b.source, b.flags] : [b.pattern, b.options];
  return compareText(patternA, patternB) || compareText(optionsA, optionsB);
}
