import { MongoError } from '../mongo-error.js';
import { documentLength, valueLength } from './decode.js';
import { invalidBson } from './invalid-bson.js';
import { readUtf8 } from './read-bytes.js';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
export const MAX_STORED_DEPTH = 100;

/** What has to be known of a document's bytes before it is stored. */
export interface DocumentShape {
  /** The `_id`: its type, where its element, value and the next element begin. `undefined` if there is none. */
  readonly id:
    | { readonly type: number; readonly element: number; readonly value: number; readonly end: number }
    | undefined;
  /** Where the values of top-level timestamps stand that are zero: they become the time of storing. */
  readonly zeroTimestamps: readonly number[];
}

const NO_TIMESTAMPS: readonly number[] = [];

/**
 * Walks through all of a document's bytes.
 * @throws MongoError 22 InvalidBSON, 10334 BSONObjectTooLarge, 15 Overflow (nesting), 53 InvalidIdField, 52
 */
export function inspectDocument(bytes: Uint8Array): DocumentShape {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(
      10334,
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  }
  const end = documentLength(bytes, 0, bytes.length) - 1;
  if (end !== bytes.length - 1) throw invalidBson(`a document of ${end + 1} bytes came in ${bytes.length}`);
  let id: DocumentShape['id'];
  let zeroTimestamps: number[] | undefined;
  let at = 4;
  while (at < end) {
    const element = at;
    const type = bytes[at] as number;
    const isId = bytes[at + 1] === 0x5f && bytes[at + 2] === 0x69 && bytes[at + 3] === 0x64 && bytes[at + 4] === 0;
    at = afterName(bytes, at + 1, end);
    const value = at;
    at += checkValue(type, bytes, at, end, 1);
    if (isId) {
      if (id) throw new MongoError(2, 'A document has two fields _id');
      id = { type, element, value, end: at };
      checkId(bytes, id.type, id.value);
    } else if (type === 0x11 && isZero(bytes, value)) {
      zeroTimestamps ??= [];
      zeroTimestamps.push(value);
    }
  }
  if (at !== end) throw invalidBson('the elements of a document do not fill it');
  return { id, zeroTimestamps: zeroTimestamps ?? NO_TIMESTAMPS };
}

/** Where the value begins whose name begins at `at`. */
export function afterName(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at; i < end; i++) if (bytes[i] === 0) return i + 1;
  throw invalidBson('the name of a field does not end');
}

function checkValue(type: number, bytes: Uint8Array, at: number, end: number, depth: number): number {
  const length = valueLength(type, bytes, at, end);
  if (type === 0x03 || type === 0x04) checkElements(bytes, at + 4, at + length - 1, depth + 1);
  return length;
}

function checkElements(bytes: Uint8Array, start: number, end: number, depth: number): void {
  if (depth > MAX_STORED_DEPTH) {
    throw new MongoError(15, `cannot store a document that exceeds ${MAX_STORED_DEPTH} levels of nesting`);
  }
  let at = start;
  while (at < end) {
    const type = bytes[at] as number;
    at = afterName(bytes, at + 1, end);
    at += checkValue(type, bytes, at, end, depth);
  }
  if (at !== end) throw invalidBson('the elements of a document do not fill it');
}

const FORBIDDEN_ID_TYPES: Readonly<Record<number, string>> = { 4: 'array', 11: 'regex', 6: 'undefined' };

function checkId(bytes: Uint8Array, type: number, value: number): void {
  const forbidden = FORBIDDEN_ID_TYPES[type];
  if (forbidden) throw new MongoError(53, `The '_id' value cannot be of type ${forbidden}`);
  if (type !== 0x03) return;
  const end = value + documentLength(bytes, value, bytes.length) - 1;
  let at = value + 4;
  while (at < end) {
    const elementType = bytes[at] as number;
    const next = afterName(bytes, at + 1, end);
    if (bytes[at + 1] === 0x24) {
      const name = readUtf8(bytes, at + 1, next - 1);
      throw new MongoError(52, `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`);
    }
    at = next + valueLength(elementType, bytes, next, end);
  }
}

function isZero(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 8; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** The document with its `_id` element as the first. */
export function withIdFirst(bytes: Uint8Array, id: { readonly element: number; readonly end: number }): Uint8Array {
  if (id.element === 4) return bytes;
  const moved = Buffer.allocUnsafeSlow(bytes.length);
  moved.set(bytes.subarray(0, 4), 0);
  moved.set(bytes.subarray(id.element, id.end), 4);
  moved.set(bytes.subarray(4, id.element), 4 + id.end - id.element);
  moved.set(bytes.subarray(id.end), id.end);
  return moved;
}

/** The document with an ObjectId as its `_id`, put first. */
export function withNewId(bytes: Uint8Array, objectId: Uint8Array): Uint8Array {
  const grown = Buffer.allocUnsafeSlow(bytes.length + ID_ELEMENT.length + 12);
  grown.writeInt32LE(grown.length, 0);
  grown.set(ID_ELEMENT, 4);
  grown.set(objectId, 4 + ID_ELEMENT.length);
  grown.set(bytes.subarray(4), 16 + ID_ELEMENT.length);
  return grown;
}

const ID_ELEMENT = Uint8Array.of(0x07, 0x5f, 0x69, 0x64, 0);
