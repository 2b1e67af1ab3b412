import type { Document } from 'bson';
import { decodeDocument } from '../engine/bson/decode.js';
import { crc32c } from './crc32c.js';
import { encodeReply } from './encode-reply.js';
import { HEADER_BYTES, MAX_MESSAGE_BYTES } from './limits.js';
import { allocateMessage, OpCode } from './message.js';
import { ProtocolError } from './protocol-error.js';

const CHECKSUM_PRESENT = 1 << 0;
const MORE_TO_COME = 1 << 1;
const EXHAUST_ALLOWED = 1 << 16;
/** A receiver has to refuse flags among the low 16 bits that it does not know. */
const UNKNOWN_REQUIRED_FLAGS = 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME);
const CHECKSUM_BYTES = 4;
const BODY_SECTION = 0;
const SEQUENCE_SECTION = 1;
/** Only `insert` has one by this name. */
const RAW_SEQUENCE = 'documents';

export interface CommandMessage {
  /**
   * The command, with the documents of its sequences put in as arrays. Those to insert stay BSON, as the engine takes
   * them so.
   */
  readonly body: Document;
  /** The sender takes several replies to this message. */
  readonly exhaustAllowed: boolean;
  /** The sender wants no reply. */
  readonly moreToCome: boolean;
}

/**
 * Reads an OP_MSG.
 * @throws ProtocolError if it is malformed; MongoError 22 InvalidBSON if the bytes of its documents are no BSON.
 */
export function decodeCommandMessage(message: Buffer): CommandMessage {
  if (message.length < HEADER_BYTES + 4 + 1) throw new ProtocolError('An OP_MSG without a section');
  const flags = message.readUInt32LE(HEADER_BYTES);
  if (flags & UNKNOWN_REQUIRED_FLAGS) throw new ProtocolError(`OP_MSG with unknown flags 0x${flags.toString(16)}`);
  let end = message.length;
  if (flags & CHECKSUM_PRESENT) {
    end -= CHECKSUM_BYTES;
    if (end < HEADER_BYTES + 4 + 1) throw new ProtocolError('An OP_MSG too short for its checksum');
    if (crc32c(message.subarray(0, end)) !== message.readUInt32LE(end)) {
      throw new ProtocolError('The checksum of an OP_MSG is wrong');
    }
  }
  let body: Document | undefined;
  const sequences: Sequence[] = [];
  for (let position = HEADER_BYTES + 4; position < end; ) {
    const kind = message[position++];
    const length = readLength(message, position, end);
    if (kind === BODY_SECTION) {
      if (body) throw new ProtocolError('An OP_MSG with two bodies');
      body = decodeDocument(message.subarray(position, position + length));
    } else if (kind === SEQUENCE_SECTION) {
      sequences.push(readSequence(message, position + 4, position + length));
    } else {
      throw new ProtocolError(`An OP_MSG with a section of unknown kind ${kind}`);
    }
    position += length;
  }
  if (!body) throw new ProtocolError('An OP_MSG without a body');
  for (const { name, documents } of sequences) {
    if (Object.hasOwn(body, name)) throw new ProtocolError(`An OP_MSG that gives '${name}' twice`);
    Object.defineProperty(body, name, { value: documents, enumerable: true, configurable: true, writable: true });
  }
  return { body, exhaustAllowed: (flags & EXHAUST_ALLOWED) !== 0, moreToCome: (flags & MORE_TO_COME) !== 0 };
}

function readLength(message: Buffer, position: number, end: number): number {
  if (position + 4 > end) throw new ProtocolError('An OP_MSG ends inside a section');
  const length = message.readInt32LE(position);
  if (length < 5 || position + length > end) throw new ProtocolError(`A section cannot be ${length} bytes long`);
  return length;
}

interface Sequence {
  readonly name: string;
  readonly documents: (Document | Uint8Array)[];
}

function readSequence(message: Buffer, start: number, end: number): Sequence {
  const nameEnd = message.indexOf(0, start);
  if (nameEnd === -1 || nameEnd >= end) throw new ProtocolError('A sequence of documents without a name');
  const name = message.toString('utf8', start, nameEnd);
  const documents: (Document | Uint8Array)[] = [];
  for (let position = nameEnd + 1; position < end; ) {
    const length = readLength(message, position, end);
    const bytes = message.subarray(position, position + length);
    documents.push(name === RAW_SEQUENCE ? bytes : decodeDocument(bytes));
    position += length;
  }
  return { name, documents };
}

/** Writes a reply. `moreToCome` says that another reply to the same request follows. */
export function encodeCommandReply(reply: Document, requestId: number, responseTo: number, moreToCome = false): Buffer {
  const parts = encodeReply(reply);
  let length = 0;
  for (const part of parts) length += part.byteLength;
  const message = allocateMessage(4 + 1 + length, requestId, responseTo, OpCode.message);
  if (message.length > MAX_MESSAGE_BYTES) throw new RangeError(`A reply of ${message.length} bytes is too long`);
  message.writeUInt32LE(moreToCome ? MORE_TO_COME : 0, HEADER_BYTES);
  message[HEADER_BYTES + 4] = BODY_SECTION;
  let position = HEADER_BYTES + 5;
  for (const part of parts) {
    message.set(part, position);
    position += part.byteLength;
  }
  return message;
}
