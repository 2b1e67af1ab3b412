import { decodeDocument, decodeFields, documentLength, type FieldSet, valueLength } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { afterName } from '../bson/inspect-document.js';
import type { CompiledProjection } from './compile-projection.js';

/** Applies a projection to a document's bytes, by copying if that is enough. */
export function projectBytes(bytes: Uint8Array, projection: CompiledProjection): Uint8Array {
  const { simple, fields, apply } = projection;
  if (simple) return copyFields(bytes, simple.fields, simple.mode === 'include');
  return encodeDocument(apply(fields ? decodeFields(bytes, fields) : decodeDocument(bytes)));
}

/** A document with only (or all but) some of its top-level fields. */
function copyFields(bytes: Uint8Array, fields: FieldSet, keeps: boolean): Uint8Array {
  const end = documentLength(bytes, 0, bytes.length) - 1;
  const copy = Buffer.allocUnsafe(bytes.length);
  let length = 4;
  let at = 4;
  let left = fields.names.length;
  while (at < end) {
    if (left === 0) {
      // All fields named have been seen: the rest is dropped or kept as a whole.
      if (!keeps) {
        copy.set(bytes.subarray(at, end), length);
        length += end - at;
      }
      break;
    }
    const start = at;
    const value = afterName(bytes, at + 1, end);
    at = value + valueLength(bytes[start] as number, bytes, value, end);
    const isNamed = fields.has(bytes, start + 1, value - 1);
    if (isNamed) left--;
    if (isNamed !== keeps) continue;
    for (let i = start; i < at; i++) copy[length++] = bytes[i] as number;
  }
  copy[length++] = 0;
  copy.writeInt32LE(length, 0);
  return copy.subarray(0, length);
}
