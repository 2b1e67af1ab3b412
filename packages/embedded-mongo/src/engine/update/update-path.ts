import { MongoError } from '../mongo-error.js';

/** A part of the path of an update: a name or number, `$` (the matched element), `$[]` or `$[identifier]`. */
export type PathPart =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'matched' }
  | { readonly kind: 'all' }
  | { readonly kind: 'filtered'; readonly identifier: string };

/** @throws MongoError 56 EmptyFieldName, 52 DollarPrefixedFieldName, 2 BadValue */
export function parseUpdatePath(path: string): PathPart[] {
  const parts = path.split('.');
  return parts.map((part, index) => {
    if (part === '') {
      throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
    }
    if (part === '$') {
      if (index === 0)
        throw new MongoError(2, `Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
      if (parts.indexOf('$', index + 1) > 0) {
        throw new MongoError(2, `Too many positional (i.e. '$') elements found in path '${path}'`);
      }
      return { kind: 'matched' };
    }
    const bracket = /^\$\[(.*)\]$/.exec(part);
    if (bracket) {
      if (index === 0)
        throw new MongoError(
          2,
          `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`,
        );
      return bracket[1] === '' ? { kind: 'all' } : { kind: 'filtered', identifier: bracket[1] as string };
    }
    return { kind: 'name', name: part };
  });
}

/** The order in which MongoDB applies updates: by name, numbers by value. */
export function comparePaths(a: string, b: string): number {
  const partsA = a.split('.');
  const partsB = b.split('.');
  const length = Math.min(partsA.length, partsB.length);
  for (let i = 0; i < length; i++) {
    const partA = partsA[i] as string;
    const partB = partsB[i] as string;
    if (partA === partB) continue;
    if (/^\d+$/.test(partA) && /^\d+$/.test(partB)) return Number(partA) - Number(partB);
    return partA < partB ? -1 : 1;
  }
  return partsA.length - partsB.length;
}

/**
 * Two updates of one document may not touch the same field, or a field and something within it.
 * @throws MongoError 40 ConflictingUpdateOperators
 */
export function checkConflicts(sortedPaths: readonly string[]): void {
  for (let i = 1; i < sortedPaths.length; i++) {
    const path = sortedPaths[i] as string;
    for (let k = i - 1; k >= 0; k--) {
      const earlier = sortedPaths[k] as string;
      if (path === earlier || path.startsWith(`${earlier}.`)) {
        throw new MongoError(40, `Updating the path '${path}' would create a conflict at '${earlier}'`);
      }
      if (!earlier.startsWith(path.split('.', 1)[0] as string)) break;
    }
  }
}
