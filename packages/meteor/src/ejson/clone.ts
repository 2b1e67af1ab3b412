import { isCustomType } from './custom-types.js';
import { fromJSONValue } from './from-json-value.js';
import { MAX_NESTING, nestingError } from './nesting.js';
import { isArguments, isPlain, mayBeArguments, setOwn } from './plain.js';
import { toJSONValue } from './to-json-value.js';

type Fields = Record<string, unknown>;

/**
 * A deep copy. Objects that have a method `clone` are asked for it; instances of other classes become plain objects;
 * functions and regular expressions are shared.
 *
 * @throws Error for values that contain themselves or are nested too deeply.
 */
export function clone<T>(value: T): T {
  return (typeof value === 'object' && value !== null ? cloneObject(value, 0) : value) as T;
}

function cloneObject(value: object, depth: number): unknown {
  if (depth === MAX_NESTING) throw nestingError(value);
  if (Array.isArray(value)) return cloneArray(value, depth);
  return isPlain(value) ? clonePlain(value as Fields, depth) : cloneInstance(value, depth);
}

function cloneArray(array: readonly unknown[], depth: number): unknown[] {
  const copy = array.slice();
  for (let i = 0; i < copy.length; i++) {
    const element = copy[i];
    if (typeof element === 'object' && element !== null) copy[i] = cloneObject(element, depth + 1);
  }
  return copy;
}

function clonePlain(value: Fields, depth: number): unknown {
  let isFirst = true;
  const copy: Fields = {};
  for (const key in value) {
    if (isFirst) {
      isFirst = false;
      if (mayBeArguments(key) && isArguments(value)) return cloneArray(Array.from(value), depth);
    }
    const field = value[key];
    if (typeof field === 'object' && field !== null) {
      setOwn(copy, key, cloneObject(field, depth + 1));
    } else {
      if (typeof field === 'function') {
        if (key === 'clone') return field.call(value);
        if (key === 'toJSONValue' && isCustomType(value)) return cloneByJSON(value);
      }
      setOwn(copy, key, field);
    }
  }
  return isFirst && isArguments(value) ? [] : copy;
}

/** Everything that has a prototype of its own. */
function cloneInstance(value: object, depth: number): unknown {
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return value;
  // A plain Uint8Array also for subclasses: EJSON knows binary data, not Buffers.
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof (value as { clone?: unknown }).clone === 'function') return (value as { clone(): unknown }).clone();
  if (isCustomType(value)) return cloneByJSON(value);
  return clonePlain({ ...value }, depth);
}

function cloneByJSON(value: unknown): unknown {
  return fromJSONValue(clone(toJSONValue(value)));
}
