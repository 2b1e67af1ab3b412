import { EJSON } from '@bolide/meteor/ejson';
import { stringifyValue } from './stringify-value.js';
import type { DDPMessage } from './types.js';

const DOLLAR = 36;

/**
 * Writes the fields of a document as members `fields` and `cleared` with a comma before each, `''` if there are none.
 * Keys whose value is `undefined` go to `cleared`.
 * @throws as {@link stringifyValue}.
 */
export function stringifyFields(fields: object): string {
  let written = '';
  let cleared = '';
  for (const key of Object.keys(fields)) {
    // A document whose keys look like those of an EJSON type has to be escaped as a whole.
    if (key.charCodeAt(0) === DOLLAR) return stringifySpecialFields(fields);
    const value = (fields as Record<string, unknown>)[key];
    if (value === undefined) {
      cleared += `${cleared === '' ? '' : ','}${JSON.stringify(key)}`;
    } else {
      const text = stringifyValue(value);
      if (text !== undefined) written += `${written === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
    }
  }
  return members(written === '' ? '' : `{${written}}`, cleared);
}

function stringifySpecialFields(fields: object): string {
  const entries = Object.entries(fields);
  const present = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const cleared = entries.filter(([, value]) => value === undefined).map(([key]) => JSON.stringify(key));
  const written = JSON.stringify(EJSON.toJSONValue(present));
  return members(written === '{}' ? '' : written, cleared.join(','));
}

function members(fields: string, cleared: string): string {
  return `${fields === '' ? '' : `,"fields":${fields}`}${cleared === '' ? '' : `,"cleared":[${cleared}]`}`;
}

/**
 * Text of an abstract DDP message: EJSON types in `fields`, `params` and `result` are written as EJSON does, fields that
 * are `undefined` go to `cleared`, empty `fields` is left out.
 * @throws Error when `id` is there and not a string; else as {@link stringifyValue}.
 */
export function stringifyDDP(message: DDPMessage): string {
  if (message.id && typeof message.id !== 'string') throw new Error('Message id is not a string');
  let text = '';
  for (const member of Object.keys(message)) {
    const value = message[member];
    if (member === 'fields' && typeof value === 'object' && value !== null) {
      text += stringifyFields(value);
    } else {
      const json = member === 'params' || member === 'result' ? stringifyValue(value) : JSON.stringify(value);
      if (json !== undefined) text += `,${JSON.stringify(member)}:${json}`;
    }
  }
  return `{${text.slice(1)}}`;
}
