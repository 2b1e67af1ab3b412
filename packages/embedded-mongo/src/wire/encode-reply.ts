import type { Document } from 'bson';
import { encodeDocument } from '../engine/bson/encode.js';
import { RawBatch } from './raw-batch.js';

const DOCUMENT_TYPE = 3;
const ARRAY_TYPE = 4;

/**
 * A command's reply as the parts of one BSON document. A `cursor` that holds a `RawBatch` is spliced in as it is, since
 * its documents are in BSON already.
 */
export function encodeReply(reply: Document): Uint8Array[] {
  const cursor = reply.cursor as Document | undefined;
  const batchField = cursor && (cursor.firstBatch instanceof RawBatch ? 'firstBatch' : 'nextBatch');
  const batch = batchField && cursor?.[batchField];
  if (!cursor || !batchField || !(batch instanceof RawBatch)) return [encodeDocument(reply)];

  const { cursor: _cursor, ...outer } = reply;
  const { [batchField]: _batch, ...inner } = cursor;
  const outerRest = elementsOf(outer);
  const cursorRest = elementsOf(inner);
  const array = encodeArray(batch);
  const arrayName = elementName(ARRAY_TYPE, batchField);
  const cursorName = elementName(DOCUMENT_TYPE, 'cursor');
  const cursorLength = 4 + arrayName.length + array.length + cursorRest.length + 1;
  const length = 4 + cursorName.length + cursorLength + outerRest.length + 1;
  return [
    int32(length),
    cursorName,
    int32(cursorLength),
    arrayName,
    array,
    cursorRest,
    END_OF_DOCUMENT,
    outerRest,
    END_OF_DOCUMENT,
  ];
}

const END_OF_DOCUMENT = Uint8Array.of(0);

/** The elements of a document without its length and terminator. */
function elementsOf(document: Document): Uint8Array {
  const encoded = encodeDocument(document);
  return encoded.subarray(4, encoded.length - 1);
}

function int32(value: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32LE(value, 0);
  return bytes;
}

function elementName(type: number, name: string): Buffer {
  const bytes = Buffer.allocUnsafe(name.length + 2);
  bytes[0] = type;
  bytes.write(name, 1, 'latin1');
  bytes[bytes.length - 1] = 0;
  return bytes;
}

function encodeArray(batch: RawBatch): Buffer {
  const { documents } = batch;
  let length = 5 + batch.byteLength;
  for (let index = 0; index < documents.length; index++) length += decimalDigits(index) + 2;
  const bytes = Buffer.allocUnsafe(length);
  bytes.writeInt32LE(length, 0);
  let position = 4;
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index] as Uint8Array;
    bytes[position++] = DOCUMENT_TYPE;
    position += bytes.write(String(index), position, 'latin1');
    bytes[position++] = 0;
    bytes.set(document, position);
    position += document.byteLength;
  }
  bytes[position] = 0;
  return bytes;
}

function decimalDigits(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  return String(value).length;
}
