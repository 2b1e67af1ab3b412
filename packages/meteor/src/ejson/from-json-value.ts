import { MAX_NESTING, nestingError } from './nesting.js';
import { looksSpecial, specialKind } from './plain.js';
import { readSpecial } from './read-special.js';

type Fields = Record<string, unknown>;

/**
 * The EJSON value of its JSON form. The argument is left alone: parts in which nothing is special are shared with the
 * result; without anything special the result is the argument itself. Keys `__proto__` are dropped.
 *
 * @throws Error for a special value that is malformed or of a type that was not added, and for nesting too deep.
 */
export function fromJSONValue(json: unknown): unknown {
  return convert(json, json, 0, false);
}

/**
 * The same for JSON that nobody else holds, such as what `JSON.parse` just gave: changes happen in place.
 */
export function adjustFromJSONValue(json: unknown): unknown {
  return convert(json, json, 0, true);
}

function convert(json: unknown, root: unknown, depth: number, inPlace: boolean): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (depth === MAX_NESTING) throw nestingError(root);
  if (Array.isArray(json)) return convertArray(json, root, depth, inPlace);
  const keys = Object.keys(json);
  if (looksSpecial(keys)) {
    const kind = specialKind(json, keys);
    if (kind === '$escape') return readEscaped((json as { $escape: unknown }).$escape, root, depth, inPlace);
    if (kind) return readSpecial(kind, json as Fields);
  }
  return convertFields(json as Fields, keys, root, depth, inPlace);
}

function convertArray(array: unknown[], root: unknown, depth: number, inPlace: boolean): unknown[] {
  let target: unknown[] | undefined = inPlace ? array : undefined;
  for (let i = 0; i < array.length; i++) {
    const before = array[i];
    if (typeof before !== 'object') continue;
    const after = convert(before, root, depth + 1, inPlace);
    if (after === before) continue;
    target ??= array.slice();
    target[i] = after;
  }
  return target ?? array;
}

function convertFields(json: Fields, keys: readonly string[], root: unknown, depth: number, inPlace: boolean): Fields {
  let target: Fields | undefined = inPlace ? json : undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (key === '__proto__') {
      target ??= { ...json };
      // An own property of this name would become the prototype of whatever it is assigned into.
      delete target[key];
      continue;
    }
    const before = json[key];
    if (typeof before !== 'object') continue;
    const after = convert(before, root, depth + 1, inPlace);
    if (after === before) continue;
    target ??= { ...json };
    target[key] = after;
  }
  return target ?? json;
}

/** `$escape` holds an object whose own keys look special but are not; its fields are read as usual. */
function readEscaped(escaped: unknown, root: unknown, depth: number, inPlace: boolean): unknown {
  if (typeof escaped !== 'object' || escaped === null || Array.isArray(escaped)) {
    throw new Error('EJSON $escape must hold an object');
  }
  return convertFields(escaped as Fields, Object.keys(escaped), root, depth + 1, inPlace);
}
