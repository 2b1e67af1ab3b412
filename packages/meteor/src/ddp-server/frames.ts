import { stringifyFields, stringifyValue } from '@bolide/meteor/ddp-common';
import { internalServerError, type WireError } from './errors.js';

// Frames are written as text, part by part: no message object, no copy, and EJSON only where a value needs it.

function errorText(error: WireError): string {
  // Often only `details` are what JSON cannot write: code and reason still say what happened.
  for (const candidate of [error, { ...error, details: undefined }]) {
    try {
      return JSON.stringify(candidate);
    } catch {}
  }
  return JSON.stringify(internalServerError());
}

export function resultFrame(id: string, result: unknown): string {
  const text = stringifyValue(result);
  return text === undefined
    ? `{"msg":"result","id":${JSON.stringify(id)}}`
    : `{"msg":"result","id":${JSON.stringify(id)},"result":${text}}`;
}

export function errorResultFrame(id: string, error: WireError): string {
  return `{"msg":"result","id":${JSON.stringify(id)},"error":${errorText(error)}}`;
}

export function updatedFrame(id: string): string {
  return `{"msg":"updated","methods":[${JSON.stringify(id)}]}`;
}

export function readyFrame(subscriptions: readonly string[]): string {
  return `{"msg":"ready","subs":${JSON.stringify(subscriptions)}}`;
}

export function noSubscriptionFrame(id: string, error?: WireError): string {
  return error === undefined
    ? `{"msg":"nosub","id":${JSON.stringify(id)}}`
    : `{"msg":"nosub","id":${JSON.stringify(id)},"error":${errorText(error)}}`;
}

export function addedFrame(collection: string, id: string, fields: object): string {
  return `{"msg":"added","collection":${JSON.stringify(collection)},"id":${JSON.stringify(id)}${stringifyFields(fields)}}`;
}

export function changedFrame(collection: string, id: string, fields: object): string {
  return `{"msg":"changed","collection":${JSON.stringify(collection)},"id":${JSON.stringify(id)}${stringifyFields(fields)}}`;
}

export function removedFrame(collection: string, id: string): string {
  return `{"msg":"removed","collection":${JSON.stringify(collection)},"id":${JSON.stringify(id)}}`;
}

export function connectedFrame(session: string): string {
  return `{"msg":"connected","session":${JSON.stringify(session)}}`;
}

export function failedFrame(version: string): string {
  return `{"msg":"failed","version":${JSON.stringify(version)}}`;
}

export const pingFrame = '{"msg":"ping"}';

/** @param id as the client sent it with its ping; anything but a string is left out. */
export function pongFrame(id: unknown): string {
  return typeof id === 'string' ? `{"msg":"pong","id":${JSON.stringify(id)}}` : '{"msg":"pong"}';
}

/** Larger messages are not sent back: they would cost the server's memory while a slow client reads them. */
const MAX_OFFENDING_LENGTH = 4096;

/** @param offendingMessage the client's message, if it could be read at all. */
export function errorFrame(reason: string, offendingMessage?: unknown): string {
  const head = `{"msg":"error","reason":${JSON.stringify(reason)}`;
  if (offendingMessage === undefined || offendingMessage === null) return `${head}}`;
  const text = stringifyValue(offendingMessage);
  return text === undefined || text.length > MAX_OFFENDING_LENGTH ? `${head}}` : `${head},"offendingMessage":${text}}`;
}
