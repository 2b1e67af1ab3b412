import type { DDPMessage } from '@bolide/meteor/ddp-common';
import type { Document } from './types.js';

/** An error as servers send it. */
export interface WireError {
  readonly error: string | number;
  readonly reason?: string | undefined;
  readonly details?: string | undefined;
}

export type DocumentMessage =
  | { readonly msg: 'added' | 'changed'; readonly collection: string; readonly id: string; readonly fields: Document }
  | { readonly msg: 'removed'; readonly collection: string; readonly id: string }
  | {
      readonly msg: 'addedBefore';
      readonly collection: string;
      readonly id: string;
      readonly fields: Document;
      readonly before: string | null;
    }
  | { readonly msg: 'movedBefore'; readonly collection: string; readonly id: string; readonly before: string | null };

export type NosubMessage = { readonly msg: 'nosub'; readonly id: string; readonly error?: WireError };

/** The messages that are held back while the client waits for a consistent state. */
export type DataMessage =
  | DocumentMessage
  | { readonly msg: 'ready'; readonly subs: readonly string[] }
  | { readonly msg: 'updated'; readonly methods: readonly string[] }
  | NosubMessage;

export type ResultMessage = {
  readonly msg: 'result';
  readonly id: string;
  readonly error?: WireError;
  readonly result?: unknown;
};

/** A message from a server whose members are known to be what they must be. */
export type ServerMessage =
  | DataMessage
  | ResultMessage
  | { readonly msg: 'connected'; readonly session?: string }
  | { readonly msg: 'failed'; readonly version: string }
  | { readonly msg: 'ping'; readonly id?: string }
  | { readonly msg: 'pong' }
  | { readonly msg: 'error'; readonly reason: unknown; readonly offendingMessage: unknown };

/** Gives the message with its members checked, or `undefined` when it is not one that a server may send. */
export function readServerMessage(message: DDPMessage): ServerMessage | undefined {
  const reader = Object.hasOwn(readers, String(message.msg)) ? readers[String(message.msg)] : undefined;
  return typeof message.msg === 'string' ? reader?.(message) : undefined;
}

type Reader = (message: DDPMessage) => ServerMessage | undefined;

const readers: Readonly<Record<string, Reader>> = {
  connected: ({ session }) => ({ msg: 'connected', ...(typeof session === 'string' ? { session } : {}) }),
  failed: ({ version }) => (typeof version === 'string' ? { msg: 'failed', version } : undefined),
  ping: ({ id }) => ({ msg: 'ping', ...(typeof id === 'string' ? { id } : {}) }),
  pong: () => ({ msg: 'pong' }),
  error: ({ reason, offendingMessage }) => ({ msg: 'error', reason, offendingMessage }),
  added: (message) => readDocument('added', message),
  changed: (message) => readDocument('changed', message),
  removed: ({ collection, id }) =>
    typeof collection === 'string' && typeof id === 'string' ? { msg: 'removed', collection, id } : undefined,
  addedBefore: (message) => {
    const added = readDocument('added', message);
    return added && { ...added, msg: 'addedBefore', before: readBefore(message) };
  },
  movedBefore: (message) => {
    const { collection, id } = message;
    return typeof collection === 'string' && typeof id === 'string'
      ? { msg: 'movedBefore', collection, id, before: readBefore(message) }
      : undefined;
  },
  ready: ({ subs }) => (isStrings(subs) ? { msg: 'ready', subs } : undefined),
  updated: ({ methods }) => (isStrings(methods) ? { msg: 'updated', methods } : undefined),
  nosub: (message) =>
    typeof message.id === 'string' ? { msg: 'nosub', id: message.id, ...readError(message) } : undefined,
  result: (message) =>
    typeof message.id === 'string'
      ? { msg: 'result', id: message.id, ...readError(message), result: message.result }
      : undefined,
};

function readDocument(msg: 'added' | 'changed', { collection, id, fields }: DDPMessage) {
  if (typeof collection !== 'string' || typeof id !== 'string') return undefined;
  // A message without fields is allowed, and says that there are none.
  if (fields === undefined) return { msg, collection, id, fields: {} };
  return isPlainObject(fields) ? { msg, collection, id, fields } : undefined;
}

function readBefore({ before }: DDPMessage): string | null {
  return typeof before === 'string' ? before : null;
}

function readError(message: DDPMessage): { error?: WireError } {
  if (!Object.hasOwn(message, 'error') || message.error === undefined || message.error === null) return {};
  const { error } = message;
  if (!isPlainObject(error)) return { error: { error: typeof error === 'number' ? error : String(error) } };
  const { error: code, reason, details } = error;
  return {
    error: {
      error: typeof code === 'number' ? code : String(code ?? 500),
      reason: typeof reason === 'string' ? reason : undefined,
      // Meteor lets servers send any value here.
      details: details as string | undefined,
    },
  };
}

function isPlainObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
