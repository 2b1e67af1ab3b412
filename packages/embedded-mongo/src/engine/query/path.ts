import type { Document } from 'bson';
import { isDocument } from '../bson/value-type.js';

/** Reads a field; what is inherited from `Object.prototype` is none. */
export function fieldOf(document: object, name: string): unknown {
  return Object.hasOwn(document, name) ? (document as Document)[name] : undefined;
}

/**
 * What becomes of an array at the end of a path: each element is looked at and then the array itself, or the array alone.
 */
export type LeafArrays = 'elements' | 'whole';

/** Tells whether any value that a path leads to passes a test. A missing value is `undefined`. */
export type PathTest = (document: Document, test: (value: unknown) => boolean) => boolean;

/**
 * Follows a dotted path as filters do: arrays on the way are searched in each of their documents, and by position where
 * the path has a number.
 */
export function compilePath(path: string, leafArrays: LeafArrays): PathTest {
  const parts = path.split('.');
  const only = parts[0] as string;
  if (parts.length > 1) return (document, test) => anyIn(document, parts, 0, leafArrays, test);
  if (leafArrays === 'whole') return (document, test) => test(fieldOf(document, only));
  return (document, test) => anyOfLeaf(fieldOf(document, only), test);
}

function anyOfLeaf(value: unknown, test: (value: unknown) => boolean): boolean {
  if (Array.isArray(value)) {
    for (const element of value) if (test(element)) return true;
  }
  return test(value);
}

function anyIn(
  document: object,
  parts: readonly string[],
  at: number,
  leafArrays: LeafArrays,
  test: (value: unknown) => boolean,
): boolean {
  const value = fieldOf(document, parts[at] as string);
  if (at === parts.length - 1) return leafArrays === 'elements' ? anyOfLeaf(value, test) : test(value);
  if (Array.isArray(value)) return anyInArray(value, parts, at + 1, leafArrays, test);
  if (isDocument(value)) return anyIn(value, parts, at + 1, leafArrays, test);
  return test(undefined);
}

function anyInArray(
  array: readonly unknown[],
  parts: readonly string[],
  at: number,
  leafArrays: LeafArrays,
  test: (value: unknown) => boolean,
): boolean {
  const part = parts[at] as string;
  const position = arrayPosition(part);
  for (let i = 0; i < array.length; i++) {
    const element = array[i];
    if (isDocument(element) && anyIn(element, parts, at, leafArrays, test)) return true;
    if (i !== position) continue;
    // An array that a number leads to is not searched: { 'a.0': 1 } does not find { a: [[1]] }.
    if (at === parts.length - 1) {
      if (test(element)) return true;
    } else if (Array.isArray(element)) {
      if (anyInArray(element, parts, at + 1, leafArrays, test)) return true;
    } else if (isDocument(element)) {
      if (anyIn(element, parts, at + 1, leafArrays, test)) return true;
    }
  }
  return false;
}

/** The position that a part of a path names, -1 if it names none. */
export function arrayPosition(part: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(part) ? Number(part) : -1;
}
