import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import { DbPointer } from './db-pointer.js';
import { invalidBson } from './invalid-bson.js';
import { readDouble, readInt32, readUtf8 } from './read-bytes.js';
import { isInt32 } from './value-type.js';

/** No document may be nested deeper than this, stored or sent. */
const MAX_DEPTH = 200;

/**
 * BSON to a document, losing nothing: see `Engine` for how types come out.
 * @throws MongoError 22 InvalidBSON if the bytes are not one well-formed document
 */
export function decodeDocument(bytes: Uint8Array): Document {
  const length = documentLength(bytes, 0, bytes.length);
  if (length !== bytes.length) throw invalidBson(`a document of ${length} bytes came in ${bytes.length}`);
  return decodeObject(bytes, 4, length - 1, 1);
}

/** The document that begins at `at`. */
export function decodeDocumentAt(bytes: Uint8Array, at: number): Document {
  const length = documentLength(bytes, at, bytes.length);
  return decodeObject(bytes, at + 4, at + length - 1, 1);
}

/** Names of top-level fields, prepared for `decodeFields`. */
export class FieldSet {
  readonly names: readonly string[];
  readonly encoded: readonly Uint8Array[];

  constructor(names: Iterable<string>) {
    this.names = [...new Set(names)];
    this.encoded = this.names.map((name) => Buffer.from(name, 'utf8'));
  }

  /** Whether one of the names stands in those bytes. */
  has(bytes: Uint8Array, start: number, end: number): boolean {
    return findField(bytes, start, end, this.encoded) >= 0;
  }
}

/** Only some of the top-level fields of a document, which is much faster than decoding all of it. */
export function decodeFields(bytes: Uint8Array, fields: FieldSet): Document {
  const document: Document = {};
  const end = documentLength(bytes, 0, bytes.length) - 1;
  let missing = fields.names.length;
  let at = 4;
  while (at < end && missing > 0) {
    const type = bytes[at] as number;
    const nameStart = at + 1;
    const nameEnd = endOfName(bytes, nameStart, end);
    at = nameEnd + 1;
    const which = findField(bytes, nameStart, nameEnd, fields.encoded);
    if (which >= 0) {
      setField(document, fields.names[which] as string, decodeValue(type, bytes, at, end, 1));
      missing--;
    }
    at += valueLength(type, bytes, at, end);
  }
  return document;
}

/** Where the value of a top-level field stands in a document: its type, first byte and length. */
export function findElement(
  bytes: Uint8Array,
  name: Uint8Array,
): { readonly type: number; readonly start: number; readonly length: number; readonly element: number } | undefined {
  const end = documentLength(bytes, 0, bytes.length) - 1;
  const names = [name];
  let at = 4;
  while (at < end) {
    const element = at;
    const type = bytes[at] as number;
    const nameEnd = endOfName(bytes, at + 1, end);
    const start = nameEnd + 1;
    const length = valueLength(type, bytes, start, end);
    if (findField(bytes, at + 1, nameEnd, names) === 0) return { type, start, length, element };
    at = start + length;
  }
  return undefined;
}

/** Decodes what `findElement` has found. */
export function decodeElement(bytes: Uint8Array, type: number, start: number): unknown {
  return decodeValue(type, bytes, start, bytes.length, 1);
}

function findField(bytes: Uint8Array, start: number, end: number, names: readonly Uint8Array[]): number {
  const length = end - start;
  next: for (let i = 0; i < names.length; i++) {
    const name = names[i] as Uint8Array;
    if (name.length !== length) continue;
    for (let k = 0; k < length; k++) if (bytes[start + k] !== name[k]) continue next;
    return i;
  }
  return -1;
}

export function documentLength(bytes: Uint8Array, at: number, limit: number): number {
  if (limit - at < 5) throw invalidBson('a document is cut short');
  const length = readInt32(bytes, at);
  if (length < 5 || length > limit - at) throw invalidBson(`a document says that it is ${length} bytes long`);
  if (bytes[at + length - 1] !== 0) throw invalidBson('a document does not end in a zero byte');
  return length;
}

function endOfName(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at; i < end; i++) if (bytes[i] === 0) return i;
  throw invalidBson('the name of a field does not end');
}

function decodeObject(bytes: Uint8Array, start: number, end: number, depth: number): Document {
  if (depth > MAX_DEPTH) throw invalidBson(`more than ${MAX_DEPTH} levels of nesting`);
  const document: Document = {};
  let at = start;
  while (at < end) {
    const type = bytes[at] as number;
    const nameEnd = endOfName(bytes, at + 1, end);
    const name = readUtf8(bytes, at + 1, nameEnd);
    at = nameEnd + 1;
    const length = valueLength(type, bytes, at, end);
    setField(document, name, decodeValue(type, bytes, at, end, depth));
    at += length;
  }
  return document;
}

function decodeArray(bytes: Uint8Array, start: number, end: number, depth: number): unknown[] {
  if (depth > MAX_DEPTH) throw invalidBson(`more than ${MAX_DEPTH} levels of nesting`);
  const array: unknown[] = [];
  let at = start;
  while (at < end) {
    const type = bytes[at] as number;
    at = endOfName(bytes, at + 1, end) + 1;
    const length = valueLength(type, bytes, at, end);
    array.push(decodeValue(type, bytes, at, end, depth));
    at += length;
  }
  return array;
}

/** Sets a field of that very name, be it `__proto__`. */
export function setField(document: Document, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    document[name] = value;
  }
}

/** How many bytes the value of a type at `at` takes; checks that they are there. */
export function valueLength(type: number, bytes: Uint8Array, at: number, end: number): number {
  const length = rawLength(type, bytes, at, end);
  if (length < 0 || at + length > end) throw invalidBson('a value reaches beyond its document');
  return length;
}

function rawLength(type: number, bytes: Uint8Array, at: number, end: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x02:
    case 0x0d:
    case 0x0e:
      return stringLength(bytes, at, end);
    case 0x03:
    case 0x04:
      return documentLength(bytes, at, end);
    case 0x05:
      return end - at < 5 ? -1 : 5 + nonNegative(readInt32(bytes, at));
    case 0x06:
    case 0x0a:
    case 0x7f:
    case 0xff:
      return 0;
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0b: {
      const patternEnd = endOfName(bytes, at, end);
      return endOfName(bytes, patternEnd + 1, end) + 1 - at;
    }
    case 0x0c:
      return stringLength(bytes, at, end) + 12;
    case 0x0f:
      return end - at < 14 ? -1 : nonNegative(readInt32(bytes, at));
    case 0x10:
      return 4;
    case 0x13:
      return 16;
    default:
      throw invalidBson(`type ${type} does not exist`);
  }
}

function nonNegative(length: number): number {
  if (length < 0) throw invalidBson('a length is negative');
  return length;
}

function stringLength(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < 5) return -1;
  const length = readInt32(bytes, at);
  if (length < 1 || length > end - at - 4) throw invalidBson(`a string says that it is ${length} bytes long`);
  if (bytes[at + 3 + length] !== 0) throw invalidBson('a string does not end in a zero byte');
  return 4 + length;
}

function readString(bytes: Uint8Array, at: number): string {
  return readUtf8(bytes, at + 4, at + 3 + readInt32(bytes, at));
}

function decodeValue(type: number, bytes: Uint8Array, at: number, end: number, depth: number): unknown {
  switch (type) {
    case 0x01: {
      const value = readDouble(bytes, at);
      return isInt32(value) ? new Double(value) : value;
    }
    case 0x02:
      return readString(bytes, at);
    case 0x03:
      return decodeObject(bytes, at + 4, at + documentLength(bytes, at, end) - 1, depth + 1);
    case 0x04:
      return decodeArray(bytes, at + 4, at + documentLength(bytes, at, end) - 1, depth + 1);
    case 0x05:
      return decodeBinary(bytes, at);
    case 0x06:
      return undefined;
    case 0x07:
      return new ObjectId(copyBytes(bytes, at, 12));
    case 0x08:
      return bytes[at] === 1;
    case 0x09:
      return new Date(readLong(bytes, at).toNumber());
    case 0x0a:
      return null;
    case 0x0b: {
      const patternEnd = endOfName(bytes, at, end);
      const optionsEnd = endOfName(bytes, patternEnd + 1, end);
      return makeExpression(readUtf8(bytes, at, patternEnd), readUtf8(bytes, patternEnd + 1, optionsEnd));
    }
    case 0x0c: {
      const idStart = at + stringLength(bytes, at, end);
      return new DbPointer(readString(bytes, at), new ObjectId(copyBytes(bytes, idStart, 12)));
    }
    case 0x0d:
      return new Code(readString(bytes, at));
    case 0x0e:
      return new BSONSymbol(readString(bytes, at));
    case 0x0f: {
      const scopeStart = at + 4 + stringLength(bytes, at + 4, end);
      const scopeLength = documentLength(bytes, scopeStart, end);
      return new Code(
        readString(bytes, at + 4),
        decodeObject(bytes, scopeStart + 4, scopeStart + scopeLength - 1, depth + 1),
      );
    }
    case 0x10:
      return readInt32(bytes, at);
    case 0x11:
      return new Timestamp({ t: readInt32(bytes, at + 4) >>> 0, i: readInt32(bytes, at) >>> 0 });
    case 0x12:
      return readLong(bytes, at);
    case 0x13:
      return new Decimal128(copyBytes(bytes, at, 16));
    case 0x7f:
      return new MaxKey();
    case 0xff:
      return new MinKey();
    default:
      throw invalidBson(`type ${type} does not exist`);
  }
}

function makeExpression(pattern: string, options: string): BSONRegExp {
  try {
    return new BSONRegExp(pattern, options);
  } catch (error) {
    throw invalidBson((error as Error).message);
  }
}

/** A few bytes by themselves: a view of them would keep the whole document in memory. */
function copyBytes(bytes: Uint8Array, at: number, length: number): Uint8Array {
  const copy = new Uint8Array(length);
  for (let i = 0; i < length; i++) copy[i] = bytes[at + i] as number;
  return copy;
}

function readLong(bytes: Uint8Array, at: number): Long {
  return new Long(readInt32(bytes, at), readInt32(bytes, at + 4));
}

function decodeBinary(bytes: Uint8Array, at: number): Binary {
  const length = readInt32(bytes, at);
  const subtype = bytes[at + 4] as number;
  let data = new Uint8Array(bytes.subarray(at + 5, at + 5 + length));
  // The old binary subtype says its length once more.
  if (subtype === Binary.SUBTYPE_BYTE_ARRAY && length >= 4 && readInt32(data, 0) === length - 4)
    data = data.subarray(4);
  return subtype === Binary.SUBTYPE_UUID && length === 16 ? new UUID(data) : new Binary(data, subtype);
}
