import { Base64 } from '@bolide/meteor/base64';
import { customTypes } from './custom-types.js';
import type { SpecialKind } from './plain.js';

/** The value that a special JSON object stands for. Whatever a client may have put there gives a value or an Error. */
export function readSpecial(kind: Exclude<SpecialKind, '$escape'>, json: Record<string, unknown>): unknown {
  switch (kind) {
    case '$date':
      return readDate(json.$date);
    case '$regexp':
      return readRegExp(json.$regexp, json.$flags);
    case '$InfNaN':
      return typeof json.$InfNaN === 'number' ? json.$InfNaN / 0 : Number.NaN;
    case '$binary':
      return readBinary(json.$binary);
    case '$type':
      return readCustom(json.$type, json.$value);
  }
}

function readDate(date: unknown): Date {
  if (typeof date === 'number' || typeof date === 'string' || date instanceof Date) return new Date(date);
  // An invalid date was written as NaN, which JSON turns into null.
  if (date === null) return new Date(Number.NaN);
  throw new Error('EJSON $date must be a number of milliseconds');
}

function readRegExp(source: unknown, flags: unknown): RegExp {
  if (typeof source !== 'string' || typeof flags !== 'string') {
    throw new Error('EJSON $regexp and $flags must be strings');
  }
  // Unknown and repeated flags are left out; only a start of the text is looked at, since it may come from a client.
  const known = new Set(flags.slice(0, 50).replace(/[^dgimsuvy]/g, ''));
  return new RegExp(source, [...known].join(''));
}

function readBinary(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw new Error('EJSON $binary must be a base64 string');
  return Base64.decode(text);
}

function readCustom(name: unknown, json: unknown): unknown {
  const factory = typeof name === 'string' ? customTypes.get(name) : undefined;
  if (!factory) throw new Error(`Custom EJSON type ${String(name)} is not defined`);
  return factory(json as never);
}
