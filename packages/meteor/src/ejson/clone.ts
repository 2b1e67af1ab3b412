import { isCustomType } from './custom-types.js';
import { fromJSONValue } from './from-json-value.js';
import { MAX_NESTING, nestingError } from './nesting.js';
import { isArguments, isPlain, setOwn } from './plain.js';
import { toJSONValue } from './to-json-value.js';

type Fields = Record<string, unknown>;

/**
 * A deep copy. Objects that have a method `clone` are asked for it; instances of other classes become plain objects;
 * functions and regular expressions are shared.
 *
 * @throws Error for values that contain themselves or are nested too deeply.
 */
export function clone<T>(value: T): T {
  return (typeof value === 'object' && value !== null ? cloneObject(value, value, 0) : value) as T;
}

function cloneObject(value: object, root: unknown, depth: number): unknown {
  if (depth === MAX_NESTING) throw nestingError(root);
  if (Array.isArray(value)) return cloneArray(value, root, depth);
  if (!isPlain(value)) return cloneInstance(value, root, depth);
  if (typeof (value as { clone?: unknown }).clone === 'function') return (value as { clone(): unknown }).clone();
  const keys = Object.keys(value);
  if (isArguments(value, keys)) return cloneArray(Array.from(value as ArrayLike<unknown>), root, depth);
  return cloneFields(value as Fields, keys, root, depth);
}

function cloneArray(array: readonly unknown[], root: unknown, depth: number): unknown[] {
  const copy = array.slice();
  for (let i = 0; i < copy.length; i++) {
    const element = copy[i];
    if (typeof element === 'object' && element !== null) copy[i] = cloneObject(element, root, depth + 1);
  }
  return copy;
}

function cloneFields(value: Fields, keys: readonly string[], root: unknown, depth: number): unknown {
  const copy: Fields = {};
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const field = value[key];
    if (typeof field === 'object' && field !== null) {
      setOwn(copy, key, cloneObject(field, root, depth + 1));
    } else {
      if (typeof field === 'function' && key === 'toJSONValue' && isCustomType(value)) return cloneByJSON(value);
      setOwn(copy, key, field);
    }
  }
  return copy;
}

/** Everything that has a prototype of its own. */
function cloneInstance(value: object, root: unknown, depth: number): unknown {
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return value;
  // A plain Uint8Array also for subclasses: EJSON knows binary data, not Buffers.
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof (value as { clone?: unknown }).clone === 'function') return (value as { clone(): unknown }).clone();
  if (isCustomType(value)) return cloneByJSON(value);
  return cloneFields(value as Fields, Object.keys(value), root, depth);
}

function cloneByJSON(value: unknown): unknown {
  return fromJSONValue(clone(toJSONValue(value)));
}
