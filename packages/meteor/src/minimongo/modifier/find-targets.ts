import { MinimongoError } from '../minimongo-error.js';
import { isIndexable, isNumericKey, type PlainObject } from '../values/bson-type.js';
import type { ArrayIndices } from '../values/lookup.js';
import type { ArrayFilters } from './array-filters.js';
import type { Container, Draft } from './draft.js';
import { assertValidFieldName } from './field-names.js';

/** A place in a document. */
export interface Target {
  readonly container: Container;
  readonly key: string | number;
}

export interface FindTargetsOptions {
  /** What `$` in the path stands for: the first of them. */
  readonly arrayIndices?: ArrayIndices | undefined;
  readonly arrayFilters?: ArrayFilters | undefined;
  /** Find nothing where there is nothing, instead of making objects on the way. */
  readonly noCreate?: boolean | undefined;
  /** Throw when the path goes through an array. */
  readonly forbidArray?: boolean | undefined;
}

/** As in MongoDB: a single update must not be able to fill the memory. */
const MOST_NULLS_TO_ADD = 1_500_000;

interface Search {
  readonly draft: Draft;
  readonly parts: readonly string[];
  readonly path: string;
  readonly options: FindTargetsOptions;
  readonly targets: Target[];
  usedPositional: boolean;
}

/**
 * Finds the places that a path of an update means: one, or with `$[]` and `$[identifier]` any number.
 *
 * @throws MinimongoError when the path cannot be followed.
 */
export function findTargets(draft: Draft, path: string, options: FindTargetsOptions): Target[] {
  if (path === '') throw MinimongoError('An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes('')) {
    throw MinimongoError(`The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  const search: Search = { draft, parts, path, options, targets: [], usedPositional: false };
  follow(search, draft.document, 0);
  return search.targets;
}

function follow(search: Search, container: Container, depth: number): void {
  const part = search.parts[depth] as string;
  if (!Array.isArray(container)) {
    assertValidFieldName(part);
    if (depth === search.parts.length - 1) {
      if (!search.options.noCreate || Object.hasOwn(container, part)) search.targets.push({ container, key: part });
      return;
    }
    if (!Object.hasOwn(container, part)) {
      if (search.options.noCreate) return;
      container[part] = {};
    }
    enter(search, container, part, depth);
    return;
  }
  if (search.options.forbidArray) throw MinimongoError(`$rename: the path '${search.path}' goes through an array`);
  for (const index of readIndexes(search, container, part)) {
    if (search.options.noCreate && index >= container.length) continue;
    pad(container, index, search.path);
    if (depth === search.parts.length - 1) {
      search.targets.push({ container, key: index });
      continue;
    }
    if (index === container.length) container.push({});
    else if (!isIndexable(container[index]) && !search.options.noCreate) {
      const value = JSON.stringify(container[index]);
      throw MinimongoError(`can't modify field '${search.parts[depth + 1]}' of list value ${value}`);
    }
    enter(search, container, index, depth);
  }
}

function enter(search: Search, container: Container, key: string | number, depth: number): void {
  const value = (container as PlainObject)[key];
  if (isIndexable(value)) {
    follow(search, search.draft.open(container, key), depth + 1);
    return;
  }
  if (search.options.noCreate) return;
  const error = MinimongoError(`cannot use the part '${search.parts[depth + 1]}' to traverse ${value}`);
  error.setPropertyError = true;
  throw error;
}

function readIndexes(search: Search, array: readonly unknown[], part: string): number[] {
  const { arrayIndices, arrayFilters, noCreate } = search.options;
  if (isNumericKey(part)) return [Number(part)];
  if (part === '$') {
    if (search.usedPositional) throw MinimongoError("Too many positional (i.e. '$') elements");
    search.usedPositional = true;
    const index = arrayIndices?.[0];
    if (typeof index !== 'number') {
      throw MinimongoError('The positional operator did not find the match needed from the query');
    }
    return [index];
  }
  if (part === '$[]') return [...array.keys()];
  const identifier = /^\$\[(.+)\]$/.exec(part)?.[1];
  if (identifier !== undefined) {
    const filter = arrayFilters?.get(identifier);
    if (!filter) throw MinimongoError(`No array filter found for identifier '${identifier}' in path '${search.path}'`);
    return [...array.keys()].filter((index) => filter(array[index]));
  }
  if (noCreate) return [];
  throw MinimongoError(`can't append to array using string field name [${part}]`);
}

function pad(array: unknown[], index: number, path: string): void {
  if (index - array.length > MOST_NULLS_TO_ADD) {
    throw MinimongoError(`The update path '${path}' would add more than ${MOST_NULLS_TO_ADD} elements to an array`);
  }
  while (array.length < index) array.push(null);
}
