import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { MongoError } from '../mongo-error.js';
import { compileFilter, type Matcher } from '../query/filter.js';
import type { FilterSettings } from '../query/predicate.js';

/** The array filters of an update by the identifier that they are about. */
export type ArrayFilters = ReadonlyMap<string, Matcher>;

/** @throws MongoError 9 FailedToParse, 2 BadValue */
export function compileArrayFilters(filters: readonly Document[], settings: FilterSettings): ArrayFilters {
  const compiled = new Map<string, Matcher>();
  for (const filter of filters) {
    const identifiers = new Set<string>();
    collectIdentifiers(filter, identifiers);
    const [identifier, other] = identifiers;
    if (identifier === undefined) {
      throw new MongoError(9, 'Cannot use an expression without a top-level field name in arrayFilters');
    }
    if (other !== undefined) {
      throw new MongoError(
        9,
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${other}'`,
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
      throw new MongoError(
        2,
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
      );
    }
    if (compiled.has(identifier)) {
      throw new MongoError(9, `Found multiple array filters with the same top-level field name ${identifier}`);
    }
    compiled.set(identifier, compileFilter(filter, settings));
  }
  return compiled;
}

function collectIdentifiers(filter: Document, into: Set<string>): void {
  for (const name of Object.keys(filter)) {
    if (!name.startsWith('$')) into.add(name.split('.', 1)[0] as string);
    else if (Array.isArray(filter[name])) for (const part of filter[name] as Document[]) collectIdentifiers(part, into);
  }
}

/** @throws MongoError 9 FailedToParse for filters that no path uses */
export function checkAllUsed(filters: ArrayFilters, used: ReadonlySet<string>, update: unknown): void {
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) {
      throw new MongoError(
        9,
        `The array filter for identifier '${identifier}' was not used in the update ${describeValue(update)}`,
      );
    }
  }
}
