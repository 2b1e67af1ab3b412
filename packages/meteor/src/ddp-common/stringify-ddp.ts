import { stringifyValue } from './stringify-value.js';
import type { DDPMessage } from './types.js';

/**
 * Writes the fields of a document as members `fields` and `cleared` with a comma before each, `''` if there are none.
 * Keys whose value is `undefined` go to `cleared`.
 */
export function stringifyFields(fields: object): string {
  let written = '';
  let cleared = '';
  for (const key of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[key];
    if (value === undefined) {
      cleared += `${cleared === '' ? '' : ','}${JSON.stringify(key)}`;
    } else {
      const text = stringifyValue(value);
      if (text !== undefined) written += `${written === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
    }
  }
  return `${written === '' ? '' : `,"fields":{${written}}`}${cleared === '' ? '' : `,"cleared":[${cleared}]`}`;
}

/**
 * Text of an abstract DDP message: EJSON types in `fields`, `params` and `result` are written as EJSON does, fields that
 * are `undefined` go to `cleared`, empty `fields` is left out.
 * @throws Error when `id` is there and not a string, TypeError when a value has a cycle or a BigInt.
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
