import { Base64 } from '@bolide/meteor/base64';
import { isCustomType } from './custom-types.js';
import { MAX_NESTING, nestingError } from './nesting.js';
import { isArguments, isPlain, mayBeArguments, mayBeSpecial, setOwn, specialKind } from './plain.js';

type Fields = Record<string, unknown>;

/**
 * The JSON form of an EJSON value. Parts in which nothing is special are not copied but shared with the value; without
 * anything special the result is the value itself.
 *
 * @throws Error for values that contain themselves or are nested too deeply.
 */
export function toJSONValue(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return convertObject(value, 0);
  return typeof value === 'number' && !Number.isFinite(value) ? numberToJSON(value) : value;
}

// Every message and document goes through these functions. They visit keys with `for in`, which is much faster than
// making lists of them; where that would be wrong, something else is done before.

function convertObject(value: object, depth: number): unknown {
  if (depth === MAX_NESTING) throw nestingError(value);
  if (Array.isArray(value)) return convertArray(value, depth);
  return isPlain(value) ? convertPlain(value as Fields, depth) : convertInstance(value, depth);
}

function convertArray(array: unknown[], depth: number): unknown[] {
  let changed: unknown[] | undefined;
  for (let i = 0; i < array.length; i++) {
    const before = array[i];
    let after: unknown;
    if (typeof before === 'object' && before !== null) {
      after = convertObject(before, depth + 1);
      if (after === before) continue;
    } else if (typeof before === 'number' && !Number.isFinite(before)) {
      after = numberToJSON(before);
    } else {
      continue;
    }
    changed ??= array.slice();
    changed[i] = after;
  }
  return changed ?? array;
}

function convertPlain(fields: Fields, depth: number): unknown {
  let isFirst = true;
  let changed: Fields | undefined;
  for (const key in fields) {
    if (isFirst) {
      isFirst = false;
      if (mayBeSpecial(key) && specialKind(fields, Object.keys(fields))) return escapeFields(fields, depth);
      if (mayBeArguments(key) && isArguments(fields)) return convertArray(Array.from(fields), depth);
    }
    const before = fields[key];
    let after: unknown;
    if (typeof before === 'object' && before !== null) {
      after = convertObject(before, depth + 1);
      if (after === before) continue;
    } else if (typeof before === 'number') {
      if (Number.isFinite(before)) continue;
      after = numberToJSON(before);
    } else {
      // A custom type written as an object literal; the usual ones are instances of a class.
      if (typeof before === 'function' && key === 'toJSONValue' && isCustomType(fields)) return customToJSON(fields);
      continue;
    }
    changed ??= copyOf(fields);
    setOwn(changed, key, after);
  }
  if (isFirst && isArguments(fields)) return [];
  return changed ?? fields;
}

/** Everything that has a prototype of its own. */
function convertInstance(value: object, depth: number): unknown {
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof RegExp) return { $regexp: value.source, $flags: value.flags };
  if (value instanceof Uint8Array) return { $binary: Base64.encode(value) };
  if (specialKind(value, Object.keys(value))) return escapeFields(value as Fields, depth);
  if (isCustomType(value)) return customToJSON(value);
  // Such as moments and decimals, which JSON.stringify turns into strings by `toJSON`.
  if (hasMethod(value, 'clone') && hasMethod(value, 'toJSON')) return value;
  // Other instances travel as plain objects. Without the copy, JSON.stringify would ask their class for `toJSON`.
  return convertPlain(copyOf(value as Fields), depth);
}

/** An ordinary object whose keys are those of a special value. */
function escapeFields(fields: Fields, depth: number): { $escape: Fields } {
  const escaped: Fields = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    escaped[key] = typeof value === 'object' && value !== null ? convertObject(value, depth + 1) : toJSONValue(value);
  }
  return { $escape: escaped };
}

function customToJSON(value: { typeName(): string; toJSONValue(): unknown }): { $type: string; $value: unknown } {
  const json = value.toJSONValue();
  return { $type: value.typeName(), $value: json };
}

function numberToJSON(value: number): { $InfNaN: number } {
  return { $InfNaN: Number.isNaN(value) ? 0 : value > 0 ? 1 : -1 };
}

function hasMethod(value: object, name: string): boolean {
  return typeof (value as Fields)[name] === 'function';
}

function copyOf(fields: Fields): Fields {
  return { ...fields };
}
