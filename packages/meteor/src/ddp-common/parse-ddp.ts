import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import type { DDPMessage } from './types.js';

/** So that a client cannot fill the log with one frame. */
const MAX_LOGGED_LENGTH = 200;

function excerpt(text: string): string {
  return text.length > MAX_LOGGED_LENGTH ? `${text.slice(0, MAX_LOGGED_LENGTH)}…` : text;
}

function moveClearedIntoFields(message: DDPMessage): void {
  const cleared = message.cleared;
  if (!Array.isArray(cleared)) throw new TypeError('`cleared` is not an array');
  if (!Object.hasOwn(message, 'fields')) message.fields = {};
  const fields = message.fields;
  if (typeof fields !== 'object' || fields === null) throw new TypeError('`fields` is not an object');
  for (const key of cleared) (fields as Record<string, unknown>)[String(key)] = undefined;
  delete message.cleared;
}

/**
 * Turns the text of a JSON object into an abstract DDP message.
 * @returns the message, or `undefined` when `text` is not JSON or not an object (an array counts as one).
 * @throws Error when the members are not what they must be: an unknown EJSON type, `cleared` that is no array.
 */
export function readDDP(text: string): DDPMessage | undefined {
  let message: DDPMessage | null;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (message === null || typeof message !== 'object') return undefined;
  if (Object.hasOwn(message, 'cleared')) moveClearedIntoFields(message);
  if (EJSON._needsAdjusting(text)) {
    if (Object.hasOwn(message, 'fields')) message.fields = EJSON._adjustTypesFromJSONValue(message.fields);
    if (Object.hasOwn(message, 'params')) message.params = EJSON._adjustTypesFromJSONValue(message.params);
    if (Object.hasOwn(message, 'result')) message.result = EJSON._adjustTypesFromJSONValue(message.result);
  }
  return message;
}

/**
 * {@link readDDP} as `DDPCommon` has it: what is not a JSON object is logged and gives `null`.
 * @throws Error as `readDDP`.
 */
export function parseDDP(text: string): DDPMessage | null {
  const message = readDDP(text);
  if (message === undefined) {
    Meteor._debug('Discarding DDP message that is not a JSON object', excerpt(String(text)));
    return null;
  }
  return message;
}
