import { isCustomType } from './custom-types.js';
import { MAX_NESTING, nestingError } from './nesting.js';
import { isPlain } from './plain.js';
import { toJSONValue } from './to-json-value.js';
import type { EJSONEqualsOptions } from './types.js';

type Fields = Record<string, unknown>;
interface WithEquals {
  equals(other: unknown, options?: EJSONEqualsOptions): unknown;
}

/**
 * Whether two values are equal: deeply, with NaN equal to itself. Objects that have a method `equals` decide for
 * themselves.
 *
 * @throws Error for values that contain themselves or are nested too deeply.
 */
export function equals(a: unknown, b: unknown, options?: EJSONEqualsOptions): boolean {
  return a === b || (sameKind(a, b) && equalObjects(a, b, options, 0)) || (Number.isNaN(a) && Number.isNaN(b));
}

function sameKind(a: unknown, b: unknown): a is object {
  return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
}

function equalValues(a: unknown, b: unknown, options: EJSONEqualsOptions | undefined, depth: number): boolean {
  return a === b || (sameKind(a, b) ? equalObjects(a, b, options, depth) : Number.isNaN(a) && Number.isNaN(b));
}

function equalObjects(a: object, b: unknown, options: EJSONEqualsOptions | undefined, depth: number): boolean {
  if (depth === MAX_NESTING) throw nestingError(a);
  const other = b as object;
  const aIsArray = Array.isArray(a);
  const bIsArray = Array.isArray(other);
  if (aIsArray && bIsArray) return equalArrays(a, other, options, depth);
  if (!aIsArray && !isPlain(a)) return equalInstances(a, other, options, depth);
  if (!bIsArray && !isPlain(other)) return equalInstances(a, other, options, depth);
  if (hasEquals(a)) return Boolean(a.equals(other, options));
  if (hasEquals(other)) return Boolean(other.equals(a, options));
  return aIsArray === bIsArray && equalPlain(a, other, options, depth);
}

function equalArrays(
  a: readonly unknown[],
  b: readonly unknown[],
  options: EJSONEqualsOptions | undefined,
  depth: number,
): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!equalValues(a[i], b[i], options, depth + 1)) return false;
  }
  return true;
}

/** Where at least one of the two has a prototype of its own. */
function equalInstances(a: object, b: object, options: EJSONEqualsOptions | undefined, depth: number): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime() || bothInvalid(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return equalBytes(a, b);
  if (hasEquals(a)) return Boolean(a.equals(b, options));
  if (hasEquals(b)) return Boolean(b.equals(a, options));
  if (a instanceof RegExp && b instanceof RegExp) return a.source === b.source && a.flags === b.flags;
  // These keep their value where comparing properties would not see it.
  if (isOpaque(a) || isOpaque(b) || Array.isArray(a) || Array.isArray(b)) return false;
  return equalPlain(a, b, options, depth);
}

function equalPlain(a: object, b: object, options: EJSONEqualsOptions | undefined, depth: number): boolean {
  const aIsCustom = isCustomType(a);
  if (aIsCustom !== isCustomType(b)) return false;
  if (aIsCustom) return equalValues(toJSONValue(a), toJSONValue(b), undefined, depth + 1);
  return equalFields(a as Fields, b as Fields, options, depth);
}

function equalFields(a: Fields, b: Fields, options: EJSONEqualsOptions | undefined, depth: number): boolean {
  const aKeys = Object.keys(a);
  const bKeys = Object.keys(b);
  if (aKeys.length !== bKeys.length) return false;
  const ordered = options?.keyOrderSensitive === true;
  for (let i = 0; i < aKeys.length; i++) {
    const key = aKeys[i] as string;
    if (key !== bKeys[i] && (ordered || !Object.hasOwn(b, key))) return false;
    const aValue = a[key];
    const bValue = b[key];
    if (aValue !== bValue && !equalValues(aValue, bValue, options, depth + 1)) return false;
  }
  return true;
}

function hasEquals(value: object): value is WithEquals {
  return typeof (value as Partial<WithEquals>).equals === 'function';
}

function isOpaque(value: object): boolean {
  return value instanceof Date || value instanceof RegExp || value instanceof Uint8Array;
}

function bothInvalid(a: Date, b: Date): boolean {
  return Number.isNaN(a.getTime()) && Number.isNaN(b.getTime());
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
