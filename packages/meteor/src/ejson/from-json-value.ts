import { MAX_NESTING, nestingError } from './nesting.js';
import { isPlain, mayBeSpecial, specialKind } from './plain.js';
import { readSpecial } from './read-special.js';

type Fields = Record<string, unknown>;

/**
 * The EJSON value of its JSON form. The argument is left alone: parts in which nothing is special are shared with the
 * result; without anything special the result is the argument itself. Keys `__proto__` are dropped.
 *
 * @throws Error for a special value that is malformed or of a type that was not added, and for nesting too deep.
 */
export function fromJSONValue(json: unknown): unknown {
  return typeof json === 'object' && json !== null ? convertObject(json, 0, false) : json;
}

/**
 * The same for JSON that nobody else holds, such as what `JSON.parse` just gave: changes happen in place.
 */
export function adjustFromJSONValue(json: unknown): unknown {
  return typeof json === 'object' && json !== null ? convertObject(json, 0, true) : json;
}

function convertObject(json: object, depth: number, inPlace: boolean): unknown {
  if (depth === MAX_NESTING) throw nestingError(json);
  if (Array.isArray(json)) return convertArray(json, depth, inPlace);
  // Instances are no JSON: they have been read already.
  return isPlain(json) ? convertPlain(json as Fields, depth, inPlace) : json;
}

function convertArray(array: unknown[], depth: number, inPlace: boolean): unknown[] {
  let target = inPlace ? array : undefined;
  for (let i = 0; i < array.length; i++) {
    const before = array[i];
    if (typeof before !== 'object' || before === null) continue;
    const after = convertObject(before, depth + 1, inPlace);
    if (after === before) continue;
    target ??= array.slice();
    target[i] = after;
  }
  return target ?? array;
}

function convertPlain(json: Fields, depth: number, inPlace: boolean): unknown {
  let isFirst = true;
  for (const key in json) {
    if (!isFirst) break;
    isFirst = false;
    if (!mayBeSpecial(key)) break;
    const kind = specialKind(json, Object.keys(json));
    if (kind === '$escape') return readEscaped(json.$escape, depth, inPlace);
    if (kind) return readSpecial(kind, json);
  }
  return convertFields(json, depth, inPlace);
}

function convertFields(json: Fields, depth: number, inPlace: boolean): Fields {
  let target = inPlace ? json : undefined;
  for (const key in json) {
    const before = json[key];
    if (typeof before === 'object' && before !== null && key !== '__proto__') {
      const after = convertObject(before, depth + 1, inPlace);
      if (after === before) continue;
      target ??= { ...json };
      target[key] = after;
    } else if (key === '__proto__') {
      // An own property of this name would become the prototype of whatever it is assigned to.
      target ??= { ...json };
      delete target[key];
    }
  }
  return target ?? json;
}

/** `$escape` holds an object whose own keys look special but are not; its fields are read as usual. */
function readEscaped(escaped: unknown, depth: number, inPlace: boolean): unknown {
  if (typeof escaped !== 'object' || escaped === null || Array.isArray(escaped)) {
    throw new Error('EJSON $escape must hold an object');
  }
  if (depth + 1 === MAX_NESTING) throw nestingError(escaped);
  return convertFields(escaped as Fields, depth + 1, inPlace);
}
