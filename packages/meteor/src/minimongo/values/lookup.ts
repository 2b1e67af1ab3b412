import { isIndexable, isNumericKey, isPlainObject, ownProperty, type PlainObject } from './bson-type.js';

/**
 * The indexes of the arrays that a path has gone through, outermost first. An index that the path names itself is
 * followed by `'x'`: that tells it from one that stands for all elements.
 */
export type ArrayIndices = readonly (number | 'x')[];

/** One of the values that a path leads to. */
export interface Branch {
  readonly value: unknown;
  /** The value is an array whose elements must not be looked at one by one. */
  readonly dontIterate?: boolean;
  readonly arrayIndices?: ArrayIndices;
}

/** Gives the values that a path leads to in a document or array. */
export type Lookup = (document: object) => Branch[];

interface Walk {
  readonly parts: readonly string[];
  readonly forSort: boolean;
  readonly found: Branch[];
}

/**
 * Makes the lookup for a path such as `'a.b.0'`. Without arrays on its way there is one branch, `undefined` if there is
 * nothing. Arrays on the way are followed by index if the next part is one, and besides element by element into those
 * that are objects; an array at the end is one value.
 *
 * @param options.forSort An index in the path then is nothing but an index.
 */
export function createLookup(path: string, options: { forSort?: boolean } = {}): Lookup {
  const parts = path.split('.');
  return (document) => {
    const walk: Walk = { parts, forSort: options.forSort === true, found: [] };
    follow(walk, document as PlainObject, 0, undefined);
    return walk.found;
  };
}

function follow(
  walk: Walk,
  container: PlainObject | unknown[],
  depth: number,
  indicesBefore: ArrayIndices | undefined,
): void {
  const part = walk.parts[depth] as string;
  const isArray = Array.isArray(container);
  let indices = indicesBefore;
  if (isArray) {
    // Nothing at all, which is not the same as `undefined`: that would match null.
    if (!isNumericKey(part) || Number(part) >= container.length) return;
    indices = [...(indices ?? []), Number(part), 'x'];
  }
  const value = ownProperty(container, part);
  if (depth === walk.parts.length - 1) {
    walk.found.push(createBranch(value, indices, isArray && Array.isArray(value)));
    return;
  }
  if (!isIndexable(value)) {
    if (!isArray) walk.found.push(createBranch(undefined, indices, false));
    return;
  }
  follow(walk, value, depth + 1, indices);
  if (!Array.isArray(value) || (walk.forSort && isNumericKey(walk.parts[depth + 1] as string))) return;
  for (let index = 0; index < value.length; index++) {
    const element = value[index];
    if (isPlainObject(element)) follow(walk, element, depth + 1, [...(indices ?? []), index]);
  }
}

function createBranch(value: unknown, arrayIndices: ArrayIndices | undefined, dontIterate: boolean): Branch {
  return {
    value,
    ...(arrayIndices ? { arrayIndices } : {}),
    ...(dontIterate ? { dontIterate } : {}),
  };
}

/** Adds the elements of arrays to branches; with `skipArrays` in place of the arrays themselves. */
export function expandArrays(branches: readonly Branch[], skipArrays = false): Branch[] {
  const expanded: Branch[] = [];
  for (const branch of branches) {
    const { value, arrayIndices } = branch;
    const elements = Array.isArray(value) && !branch.dontIterate ? value : undefined;
    if (!elements || !skipArrays) expanded.push(createBranch(value, arrayIndices, false));
    elements?.forEach((element, index) => {
      expanded.push({ value: element, arrayIndices: [...(arrayIndices ?? []), index] });
    });
  }
  return expanded;
}
