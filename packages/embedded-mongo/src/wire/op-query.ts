import type { Document } from 'bson';
import { decodeDocument } from '../engine/bson/decode.js';
import { encodeDocument } from '../engine/bson/encode.js';
import { HEADER_BYTES } from './limits.js';
import { allocateMessage, OpCode } from './message.js';
import { ProtocolError } from './protocol-error.js';

/** `responseFlags` of a reply from a server that can keep cursors open for new data. */
const AWAIT_CAPABLE = 8;

export interface LegacyQuery {
  readonly database: string;
  readonly collection: string;
  readonly query: Document;
}

/**
 * Reads an OP_QUERY. Drivers send it only for the handshake: `<database>.$cmd` and a hello.
 * @throws ProtocolError or BSONError if it is malformed.
 */
export function decodeLegacyQuery(message: Buffer): LegacyQuery {
  const nameStart = HEADER_BYTES + 4;
  const nameEnd = message.indexOf(0, nameStart);
  const queryStart = nameEnd + 1 + 8;
  if (nameEnd === -1 || queryStart + 5 > message.length) throw new ProtocolError('An OP_QUERY ends too early');
  const length = message.readInt32LE(queryStart);
  if (length < 5 || queryStart + length > message.length)
    throw new ProtocolError('The query of an OP_QUERY is cut off');
  const name = message.toString('utf8', nameStart, nameEnd);
  const dot = name.indexOf('.');
  if (dot === -1) throw new ProtocolError('An OP_QUERY without a collection');
  return {
    database: name.slice(0, dot),
    collection: name.slice(dot + 1),
    query: decodeDocument(message.subarray(queryStart, queryStart + length)),
  };
}

/** Writes the OP_REPLY to an OP_QUERY: one document. */
export function encodeLegacyReply(reply: Document, requestId: number, responseTo: number): Buffer {
  const document = encodeDocument(reply);
  const message = allocateMessage(20 + document.byteLength, requestId, responseTo, OpCode.reply);
  message.writeInt32LE(AWAIT_CAPABLE, HEADER_BYTES);
  message.fill(0, HEADER_BYTES + 4, HEADER_BYTES + 16);
  message.writeInt32LE(1, HEADER_BYTES + 16);
  message.set(document, HEADER_BYTES + 20);
  return message;
}
