import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { ChangeToken } from '../engine/types.js';

/** What a resume token stands for. */
export const TokenKind = {
  /** A change: the stream goes on after it. */
  change: 0,
  /** The invalidation that the change has caused. */
  invalidation: 1,
  /** No change in particular: the stream has seen everything up to here. */
  highWaterMark: 2,
} as const;

export type TokenKindNumber = (typeof TokenKind)[keyof typeof TokenKind];

export interface ResumeToken extends ChangeToken {
  readonly kind: TokenKindNumber;
}

/** Tells tokens of this server from MongoDB's, and leaves room for other forms of them. */
const FORMAT = 0x42;
const TOKEN_BYTES = 14;

/** Writes the token that clients keep; as text, tokens sort in the order of changes. */
export function encodeResumeToken({ t, i, n }: ChangeToken, kind: TokenKindNumber): Document {
  const bytes = Buffer.allocUnsafe(TOKEN_BYTES);
  bytes[0] = FORMAT;
  bytes.writeUInt32BE(t, 1);
  bytes.writeUInt32BE(i, 5);
  bytes.writeUInt32BE(n, 9);
  bytes[13] = kind;
  return { _data: bytes.toString('hex').toUpperCase() };
}

/** @throws MongoError 260 InvalidResumeToken */
export function decodeResumeToken(token: Document): ResumeToken {
  const data: unknown = token._data;
  if (typeof data !== 'string' || !/^[0-9A-F]{28}$/i.test(data)) throw invalidToken();
  const bytes = Buffer.from(data, 'hex');
  const kind = bytes[13];
  if (bytes[0] !== FORMAT || kind === undefined || kind > TokenKind.highWaterMark) throw invalidToken();
  return {
    t: bytes.readUInt32BE(1),
    i: bytes.readUInt32BE(5),
    n: bytes.readUInt32BE(9),
    kind: kind as TokenKindNumber,
  };
}

function invalidToken(): MongoError {
  return new MongoError(260, 'Bad resume token: it is none of this server');
}
