import type { Binary, BSONRegExp, Code, DBRef, Document, ObjectId, Timestamp } from 'bson';
import type { DbPointer } from '../bson/db-pointer.js';
import { BSON_TYPE, bsonTypeOf } from '../bson/value-type.js';
import { decimalOf, type ExactDecimal, type NumericValue, toPlainNumber, truncateToDouble } from './exact-number.js';
import { KeyWriter } from './key-writer.js';

/**
 * The first byte of each value in a key, in MongoDB's order of types. None is below 2 or above 0xfd, so that inverting
 * them, prefixes ended by 0xff and lists ended by 0 keep the order.
 */
export const KEY_TYPE = {
  MIN_KEY: 0x08,
  UNDEFINED: 0x10,
  NULL: 0x18,
  NUMBER: 0x20,
  STRING: 0x28,
  OBJECT: 0x30,
  ARRAY: 0x38,
  BINARY: 0x40,
  OBJECT_ID: 0x48,
  BOOLEAN: 0x50,
  DATE: 0x58,
  TIMESTAMP: 0x60,
  REGULAR_EXPRESSION: 0x68,
  DB_POINTER: 0x70,
  CODE: 0x78,
  CODE_WITH_SCOPE: 0x80,
  MAX_KEY: 0xf0,
} as const;

/** BSON's number of a type to the first byte of its values in keys, which is also the order of types. */
export function keyTypeOf(bsonType: number): number {
  switch (bsonType) {
    case BSON_TYPE.MIN_KEY:
      return KEY_TYPE.MIN_KEY;
    case BSON_TYPE.UNDEFINED:
      return KEY_TYPE.UNDEFINED;
    case BSON_TYPE.NULL:
      return KEY_TYPE.NULL;
    case BSON_TYPE.DOUBLE:
    case BSON_TYPE.INT:
    case BSON_TYPE.LONG:
    case BSON_TYPE.DECIMAL:
      return KEY_TYPE.NUMBER;
    case BSON_TYPE.STRING:
    case BSON_TYPE.SYMBOL:
      return KEY_TYPE.STRING;
    case BSON_TYPE.OBJECT:
      return KEY_TYPE.OBJECT;
    case BSON_TYPE.ARRAY:
      return KEY_TYPE.ARRAY;
    case BSON_TYPE.BINARY:
      return KEY_TYPE.BINARY;
    case BSON_TYPE.OBJECT_ID:
      return KEY_TYPE.OBJECT_ID;
    case BSON_TYPE.BOOLEAN:
      return KEY_TYPE.BOOLEAN;
    case BSON_TYPE.DATE:
      return KEY_TYPE.DATE;
    case BSON_TYPE.TIMESTAMP:
      return KEY_TYPE.TIMESTAMP;
    case BSON_TYPE.REGULAR_EXPRESSION:
      return KEY_TYPE.REGULAR_EXPRESSION;
    case BSON_TYPE.DB_POINTER:
      return KEY_TYPE.DB_POINTER;
    case BSON_TYPE.CODE:
      return KEY_TYPE.CODE;
    case BSON_TYPE.CODE_WITH_SCOPE:
      return KEY_TYPE.CODE_WITH_SCOPE;
    default:
      return KEY_TYPE.MAX_KEY;
  }
}

/** Turns text into what stands for it in keys of an index with a collation. */
export type TextFold = (text: string) => string;

const shared = new KeyWriter();

/** One value as bytes whose order is that of MongoDB's comparison. */
export function encodeKey(value: unknown, fold?: TextFold): Uint8Array {
  shared.clear();
  writeKey(shared, value, fold);
  return shared.take();
}

/** Writes a value so that no value's bytes are the beginning of another's. */
export function writeKey(writer: KeyWriter, value: unknown, fold?: TextFold): void {
  const type = bsonTypeOf(value);
  const keyType = keyTypeOf(type);
  writer.byte(keyType);
  writePayload(writer, keyType, value, fold);
}

function writePayload(writer: KeyWriter, keyType: number, value: unknown, fold: TextFold | undefined): void {
  switch (keyType) {
    case KEY_TYPE.NUMBER:
      writeNumber(writer, value as NumericValue);
      return;
    case KEY_TYPE.STRING: {
      const text = typeof value === 'string' ? value : String(value);
      writer.text(fold ? fold(text) : text);
      return;
    }
    case KEY_TYPE.OBJECT:
      writeObject(writer, value as object, fold);
      return;
    case KEY_TYPE.ARRAY:
      for (const element of value as unknown[]) writeKey(writer, element, fold);
      writer.byte(0);
      return;
    case KEY_TYPE.BINARY:
      writeBinary(writer, value as Binary | Uint8Array);
      return;
    case KEY_TYPE.OBJECT_ID:
      writer.bytes((value as ObjectId).id);
      return;
    case KEY_TYPE.BOOLEAN:
      writer.byte(value ? 1 : 0);
      return;
    case KEY_TYPE.DATE:
      writeInt64(writer, BigInt((value as Date).getTime()));
      return;
    case KEY_TYPE.TIMESTAMP:
      writer.uint32((value as Timestamp).high);
      writer.uint32((value as Timestamp).low);
      return;
    case KEY_TYPE.REGULAR_EXPRESSION:
      writeRegularExpression(writer, value as BSONRegExp | RegExp);
      return;
    case KEY_TYPE.DB_POINTER:
      writer.text((value as DbPointer).namespace);
      writer.bytes((value as DbPointer).id.id);
      return;
    case KEY_TYPE.CODE:
      writer.text(String((value as Code).code));
      return;
    case KEY_TYPE.CODE_WITH_SCOPE:
      writer.text(String((value as Code).code));
      writeObject(writer, (value as Code).scope as object, fold);
      return;
    default:
      return;
  }
}

/** Documents compare field by field: first by type, then by name, then by value; a shorter one is less. */
function writeObject(writer: KeyWriter, document: object, fold: TextFold | undefined): void {
  const fields: Document = isDbRef(document) ? dbRefAsFields(document) : document;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const keyType = keyTypeOf(bsonTypeOf(value));
    writer.byte(keyType);
    writer.text(name);
    writePayload(writer, keyType, value, fold);
  }
  writer.byte(0);
}

function isDbRef(value: object): value is DBRef {
  return (value as { _bsontype?: unknown })._bsontype === 'DBRef';
}

function dbRefAsFields(reference: DBRef): Document {
  return { $ref: reference.collection, $id: reference.oid, ...(reference.db ? { $db: reference.db } : {}) };
}

function writeInt64(writer: KeyWriter, value: bigint): void {
  writer.uint32(Number((BigInt.asUintN(64, value) >> 32n) ^ 0x80000000n));
  writer.uint32(Number(BigInt.asUintN(32, value)));
}

function writeBinary(writer: KeyWriter, value: Binary | Uint8Array): void {
  const bytes = value instanceof Uint8Array ? value : value.buffer.subarray(0, value.position);
  writer.uint32(bytes.length);
  writer.byte(value instanceof Uint8Array ? 0 : value.sub_type);
  writer.bytes(bytes);
}

function writeRegularExpression(writer: KeyWriter, value: BSONRegExp | RegExp): void {
  writer.text(value instanceof RegExp ? value.source : value.pattern);
  writer.text(value instanceof RegExp ? value.flags : value.options);
}

const EXACT = 0x00;
const MORE = 0x01;

const doubleBytes = new DataView(new ArrayBuffer(8));

/**
 * All numeric types in one order: the double that a number is or would be if cut off towards zero, then a byte that says
 * whether there is more, then the digits in that case. Negative numbers have all of it inverted.
 */
function writeNumber(writer: KeyWriter, value: NumericValue): void {
  const plain = typeof value === 'number' ? value : toPlainNumber(value);
  if (typeof plain === 'number') {
    if (Number.isNaN(plain)) {
      writer.uint32(0);
      writer.uint32(0);
      writer.byte(EXACT);
      return;
    }
    writeDouble(writer, plain, plain < 0);
    writer.byte(plain < 0 ? ~EXACT : EXACT);
    return;
  }
  const exact = decimalOf(plain);
  writeDouble(writer, truncateToDouble(plain), exact.negative);
  const start = writer.length;
  writer.byte(MORE);
  writeDigits(writer, exact);
  if (exact.negative) writer.invertFrom(start);
}

function writeDouble(writer: KeyWriter, value: number, negative: boolean): void {
  doubleBytes.setFloat64(0, Math.abs(value));
  const high = doubleBytes.getUint32(0);
  const low = doubleBytes.getUint32(4);
  writer.uint32(negative ? ~(high | 0x80000000) : high | 0x80000000);
  writer.uint32(negative ? ~low : low);
}

const EXPONENT_BIAS = 0x4000;

/** `0.d1d2… * 10^exponent` with d1 not zero: the exponent, then two digits a byte, each plus 1, ended by 0. */
function writeDigits(writer: KeyWriter, value: ExactDecimal): void {
  const digits = value.coefficient.toString().replace(/0+$/, '');
  const exponent = value.coefficient.toString().length + value.exponent + EXPONENT_BIAS;
  writer.byte(exponent >> 8);
  writer.byte(exponent & 0xff);
  for (let i = 0; i < digits.length; i += 2) {
    const first = Number(digits[i]) + 1;
    const second = i + 1 < digits.length ? Number(digits[i + 1]) + 1 : 0;
    writer.byte((first << 4) | second);
  }
  writer.byte(0);
}
