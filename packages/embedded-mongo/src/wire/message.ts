import { HEADER_BYTES } from './limits.js';

/** What the message is, in its header. */
export const OpCode = {
  reply: 1,
  query: 2004,
  compressed: 2012,
  message: 2013,
} as const;

export interface MessageHeader {
  /** Bytes of the whole message, header included. */
  readonly length: number;
  readonly requestId: number;
  readonly responseTo: number;
  readonly opCode: number;
}

/** Reads the header at the start of a message. */
export function readHeader(message: Buffer): MessageHeader {
  return {
    length: message.readInt32LE(0),
    requestId: message.readInt32LE(4),
    responseTo: message.readInt32LE(8),
    opCode: message.readInt32LE(12),
  };
}

/** A buffer for a message with `bodyLength` bytes after the header, the header filled in. */
export function allocateMessage(bodyLength: number, requestId: number, responseTo: number, opCode: number): Buffer {
  const message = Buffer.allocUnsafe(HEADER_BYTES + bodyLength);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(requestId, 4);
  message.writeInt32LE(responseTo, 8);
  message.writeInt32LE(opCode, 12);
  return message;
}
