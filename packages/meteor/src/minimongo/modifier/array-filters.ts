import { Matcher } from '../matcher/matcher.js';
import { MinimongoError } from '../minimongo-error.js';
import { isPlainObject } from '../values/bson-type.js';

/** Tells by identifier which elements `$[identifier]` stands for. */
export type ArrayFilters = ReadonlyMap<string, (element: unknown) => boolean>;

const NO_FILTERS: ArrayFilters = new Map();

/** Compiles the option `arrayFilters` of an update. */
export function compileArrayFilters(filters: unknown): ArrayFilters {
  if (filters === undefined || filters === null) return NO_FILTERS;
  if (!Array.isArray(filters)) throw MinimongoError('arrayFilters must be an array');
  const compiled = new Map<string, (element: unknown) => boolean>();
  for (const filter of filters) {
    if (!isPlainObject(filter)) throw MinimongoError('each of arrayFilters must be an object');
    const identifier = identifierOf(filter);
    if (compiled.has(identifier)) {
      throw MinimongoError(`arrayFilters has more than one filter for the identifier '${identifier}'`);
    }
    const matcher = new Matcher(filter);
    compiled.set(identifier, (element) => matcher.documentMatches({ [identifier]: element }).result);
  }
  return compiled;
}

/** The first part of all paths of a filter. */
function identifierOf(filter: Record<string, unknown>): string {
  const identifiers = new Set<string>();
  collect(filter, identifiers);
  const [identifier] = identifiers;
  if (identifier === undefined || identifiers.size > 1 || !/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
    throw MinimongoError(
      'each of arrayFilters must have one identifier, of letters and digits, that begins with a lower-case letter',
    );
  }
  return identifier;
}

function collect(filter: Record<string, unknown>, identifiers: Set<string>): void {
  for (const [key, value] of Object.entries(filter)) {
    if (!key.startsWith('$')) identifiers.add(key.split('.')[0] as string);
    else if (Array.isArray(value)) for (const each of value) if (isPlainObject(each)) collect(each, identifiers);
  }
}
