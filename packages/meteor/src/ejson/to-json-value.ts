import { Base64 } from '@bolide/meteor/base64';
import { isCustomType } from './custom-types.js';
import { MAX_NESTING, nestingError } from './nesting.js';
import { isArguments, isPlain, looksSpecial, setOwn, specialKind } from './plain.js';

type Fields = Record<string, unknown>;

/**
 * The JSON form of an EJSON value. Parts in which nothing is special are not copied but shared with the value; without
 * anything special the result is the value itself.
 *
 * @throws Error for values that contain themselves or are nested too deeply.
 */
export function toJSONValue(value: unknown): unknown {
  return convert(value, value, 0);
}

function convert(value: unknown, root: unknown, depth: number): unknown {
  if (typeof value === 'object') return value === null ? null : convertObject(value, root, depth);
  if (typeof value === 'number' && !Number.isFinite(value)) return { $InfNaN: signOf(value) };
  return value;
}

function convertObject(value: object, root: unknown, depth: number): unknown {
  if (depth === MAX_NESTING) throw nestingError(root);
  if (Array.isArray(value)) return convertArray(value, root, depth);
  if (!isPlain(value)) return convertInstance(value, root, depth);
  const keys = Object.keys(value);
  if (looksSpecial(keys) && specialKind(value, keys)) return { $escape: convertFields(value, keys, root, depth) };
  if (isArguments(value, keys)) return convertArray(Array.from(value as ArrayLike<unknown>), root, depth);
  return convertFields(value, keys, root, depth);
}

function convertArray(array: unknown[], root: unknown, depth: number): unknown[] {
  let changed: unknown[] | undefined;
  for (let i = 0; i < array.length; i++) {
    const before = array[i];
    let after: unknown;
    if (typeof before === 'object' && before !== null) {
      after = convertObject(before, root, depth + 1);
      if (after === before) continue;
    } else if (typeof before === 'number' && !Number.isFinite(before)) {
      after = { $InfNaN: signOf(before) };
    } else {
      continue;
    }
    changed ??= array.slice();
    changed[i] = after;
  }
  return changed ?? array;
}

function convertFields(value: object, keys: readonly string[], root: unknown, depth: number): unknown {
  const fields = value as Fields;
  let changed: Fields | undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const before = fields[key];
    let after: unknown;
    if (typeof before === 'object' && before !== null) {
      after = convertObject(before, root, depth + 1);
      if (after === before) continue;
    } else if (typeof before === 'number' && !Number.isFinite(before)) {
      after = { $InfNaN: signOf(before) };
    } else {
      // A custom type written as an object literal; the usual ones are instances of a class.
      if (typeof before === 'function' && key === 'toJSONValue' && isCustomType(value)) return customToJSON(value);
      continue;
    }
    changed ??= copyOf(fields, keys);
    setOwn(changed, key, after);
  }
  return changed ?? value;
}

/** Everything that has a prototype of its own. */
function convertInstance(value: object, root: unknown, depth: number): unknown {
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof RegExp) return { $regexp: value.source, $flags: value.flags };
  if (value instanceof Uint8Array) return { $binary: Base64.encode(value) };
  const keys = Object.keys(value);
  if (specialKind(value, keys)) return { $escape: convertFields(copyOf(value as Fields, keys), keys, root, depth) };
  if (isCustomType(value)) return customToJSON(value);
  // Such as moments and decimals, which JSON.stringify turns into strings by `toJSON`.
  if (hasMethod(value, 'clone') && hasMethod(value, 'toJSON')) return value;
  // Other instances travel as plain objects. Without the copy, JSON.stringify would ask their class for `toJSON`.
  return convertFields(copyOf(value as Fields, keys), keys, root, depth);
}

function customToJSON(value: { typeName(): string; toJSONValue(): unknown }): unknown {
  const json = value.toJSONValue();
  return { $type: value.typeName(), $value: json };
}

function hasMethod(value: object, name: string): boolean {
  return typeof (value as Fields)[name] === 'function';
}

function copyOf(fields: Fields, keys: readonly string[]): Fields {
  const copy: Fields = {};
  for (const key of keys) setOwn(copy, key, fields[key]);
  return copy;
}

function signOf(value: number): number {
  return Number.isNaN(value) ? 0 : value > 0 ? 1 : -1;
}
