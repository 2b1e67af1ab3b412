import type { Binary, BSONRegExp, Code, DBRef, Decimal128, Document, Long, ObjectId, Timestamp } from 'bson';
import { MongoError } from '../mongo-error.js';
import type { DbPointer } from './db-pointer.js';
import { writeDouble } from './read-bytes.js';
import { BSON_TYPE, bsonTypeOf } from './value-type.js';

const MAX_DEPTH = 200;

/** The buffer that documents are written to before they are copied out at their length. */
let buffer = Buffer.allocUnsafeSlow(64 * 1024);
let at = 0;

/**
 * A document to BSON.
 * @throws MongoError 2 BadValue for what BSON cannot hold, 15 Overflow for more than 200 levels (or a circle)
 */
export function encodeDocument(document: Document): Uint8Array {
  at = 0;
  writeObject(document, 1);
  const encoded = Buffer.allocUnsafeSlow(at);
  buffer.copy(encoded, 0, 0, at);
  // A single huge document does not keep its memory.
  if (buffer.length > 8 * 1024 * 1024) buffer = Buffer.allocUnsafeSlow(64 * 1024);
  return encoded;
}

function reserve(bytes: number): void {
  if (at + bytes <= buffer.length) return;
  let size = buffer.length * 2;
  while (size < at + bytes) size *= 2;
  const grown = Buffer.allocUnsafeSlow(size);
  buffer.copy(grown, 0, 0, at);
  buffer = grown;
}

function writeInt32(value: number): void {
  reserve(4);
  buffer[at++] = value;
  buffer[at++] = value >> 8;
  buffer[at++] = value >> 16;
  buffer[at++] = value >> 24;
}

function patchInt32(value: number, where: number): void {
  buffer[where] = value;
  buffer[where + 1] = value >> 8;
  buffer[where + 2] = value >> 16;
  buffer[where + 3] = value >> 24;
}

function writeUtf8(text: string): void {
  const { length } = text;
  reserve(length * 3 + 1);
  if (length <= 24) {
    const start = at;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) {
        at = start + buffer.write(text, start, 'utf8');
        return;
      }
      buffer[at++] = unit;
    }
    return;
  }
  at += buffer.write(text, at, 'utf8');
}

function writeCstring(text: string, what: string): void {
  if (text.includes('\0')) throw new MongoError(2, `${what} must not contain null bytes`);
  writeUtf8(text);
  reserve(1);
  buffer[at++] = 0;
}

function writeString(text: string): void {
  const start = at;
  writeInt32(0);
  writeUtf8(text);
  reserve(1);
  buffer[at++] = 0;
  patchInt32(at - start - 4, start);
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  buffer.set(bytes, at);
  at += bytes.length;
}

function writeObject(document: object, depth: number): void {
  if (depth > MAX_DEPTH) {
    throw new MongoError(15, `A document has more than ${MAX_DEPTH} levels of nesting, or contains itself`);
  }
  const start = at;
  writeInt32(0);
  if (Array.isArray(document)) {
    for (let i = 0; i < document.length; i++) writeElement(String(i), document[i], depth);
  } else if (document instanceof Map) {
    for (const [name, value] of document) writeElement(String(name), value, depth);
  } else {
    for (const name of Object.keys(document)) {
      writeElement(name, (document as Record<string, unknown>)[name], depth);
    }
  }
  reserve(1);
  buffer[at++] = 0;
  patchInt32(at - start, start);
}

/** The number that stands before the name in BSON; differs from the type's number for the two keys only. */
function elementType(type: number): number {
  return type === BSON_TYPE.MIN_KEY ? 0xff : type;
}

function writeElement(name: string, value: unknown, depth: number): void {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new MongoError(2, `Field '${name}' is a ${typeof value}, which cannot be stored`);
  }
  const type = bsonTypeOf(value);
  reserve(1);
  buffer[at++] = elementType(type);
  writeCstring(name, 'The name of a field');
  writeValue(type, value, depth);
}

function writeLong(low: number, high: number): void {
  writeInt32(low);
  writeInt32(high);
}

function writeBigint(value: bigint): void {
  if (BigInt.asIntN(64, value) !== value) throw new MongoError(2, `${value} does not fit into 64 bits`);
  writeLong(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
}

function writeValue(type: number, value: unknown, depth: number): void {
  switch (type) {
    case BSON_TYPE.DOUBLE:
      reserve(8);
      writeDouble(Number(value), buffer, at);
      at += 8;
      return;
    case BSON_TYPE.STRING:
      writeString(value as string);
      return;
    case BSON_TYPE.SYMBOL:
      writeString(String(value));
      return;
    case BSON_TYPE.OBJECT:
      writeObject(isDbRef(value) ? dbRefFields(value) : (value as object), depth + 1);
      return;
    case BSON_TYPE.ARRAY:
      writeObject(value as object, depth + 1);
      return;
    case BSON_TYPE.BINARY:
      writeBinary(value as Binary | Uint8Array);
      return;
    case BSON_TYPE.OBJECT_ID:
      writeBytes((value as ObjectId).id);
      return;
    case BSON_TYPE.BOOLEAN:
      reserve(1);
      buffer[at++] = value ? 1 : 0;
      return;
    case BSON_TYPE.DATE:
      writeDate(value as Date);
      return;
    case BSON_TYPE.REGULAR_EXPRESSION:
      writeRegularExpression(value as BSONRegExp | RegExp);
      return;
    case BSON_TYPE.DB_POINTER:
      writeString((value as DbPointer).namespace);
      writeBytes((value as DbPointer).id.id);
      return;
    case BSON_TYPE.CODE:
      writeString(String((value as Code).code));
      return;
    case BSON_TYPE.CODE_WITH_SCOPE: {
      const start = at;
      writeInt32(0);
      writeString(String((value as Code).code));
      writeObject((value as Code).scope as object, depth + 1);
      patchInt32(at - start, start);
      return;
    }
    case BSON_TYPE.INT:
      writeInt32(Number(value));
      return;
    case BSON_TYPE.TIMESTAMP:
      writeLong((value as Timestamp).low, (value as Timestamp).high);
      return;
    case BSON_TYPE.LONG:
      if (typeof value === 'bigint') {
        writeBigint(value);
        return;
      }
      writeLong((value as Long).low, (value as Long).high);
      return;
    case BSON_TYPE.DECIMAL:
      writeBytes((value as Decimal128).bytes);
      return;
    default:
      return;
  }
}

function writeDate(date: Date): void {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new MongoError(2, 'An invalid Date cannot be stored');
  writeBigint(BigInt(time));
}

function writeBinary(value: Binary | Uint8Array): void {
  if (value instanceof Uint8Array) {
    writeInt32(value.length);
    reserve(1);
    buffer[at++] = 0;
    writeBytes(value);
    return;
  }
  const bytes = value.buffer.subarray(0, value.position);
  const old = value.sub_type === 2;
  writeInt32(bytes.length + (old ? 4 : 0));
  reserve(1);
  buffer[at++] = value.sub_type;
  if (old) writeInt32(bytes.length);
  writeBytes(bytes);
}

function writeRegularExpression(value: BSONRegExp | RegExp): void {
  if (value instanceof RegExp) {
    writeCstring(value.source, 'A regular expression');
    const flags = (value.ignoreCase ? 'i' : '') + (value.multiline ? 'm' : '') + (value.dotAll ? 's' : '');
    writeCstring(flags, 'The options of a regular expression');
    return;
  }
  writeCstring(value.pattern, 'A regular expression');
  writeCstring(value.options, 'The options of a regular expression');
}

function isDbRef(value: unknown): value is DBRef {
  return (value as { _bsontype?: unknown })._bsontype === 'DBRef';
}

function dbRefFields(reference: DBRef): Document {
  const fields: Document = { $ref: reference.collection, $id: reference.oid };
  if (reference.db) fields.$db = reference.db;
  return { ...fields, ...reference.fields };
}
