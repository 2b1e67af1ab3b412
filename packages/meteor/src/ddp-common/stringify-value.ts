import { EJSON } from '@bolide/meteor/ejson';

/** Deeper values go EJSON's way, which reports cycles. */
const MAX_PLAIN_DEPTH = 100;

/**
 * Does `JSON.stringify` write `value` as EJSON would? True for null, strings, booleans, finite numbers, and plain
 * objects and arrays of such; false as soon as there is a date, a binary, a class, a function, or a key that begins
 * with `$` (EJSON escapes objects that look like its own).
 */
function isPlainJSON(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      break;
    default:
      return false;
  }
  if (value === null) return true;
  if (depth > MAX_PLAIN_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const element of value) {
      if (!isPlainJSON(element, depth + 1)) return false;
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    if (key.charCodeAt(0) === 36 /* $ */) return false;
    if (!isPlainJSON((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

/**
 * JSON text of an EJSON value.
 * @returns `undefined` for what JSON leaves out (undefined, functions, symbols).
 * @throws TypeError when the value has a cycle or a BigInt.
 */
export function stringifyValue(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  return JSON.stringify(isPlainJSON(value, 0) ? value : EJSON.toJSONValue(value as never));
}
