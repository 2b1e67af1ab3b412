import type { ArrayIndices, Branch } from '../values/lookup.js';
import { type ElementMatcher, MATCH, type MatchResult, matchAll, NO_MATCH, type ValueMatcher } from './match-result.js';

export interface ElementMatcherOptions {
  /** Arrays are looked at as a whole only. */
  readonly wholeArrays?: boolean;
  /** Arrays are looked at by their elements only. */
  readonly elementsOnly?: boolean;
}

/** Matches if any of the values matches, where arrays count as themselves and as each of their elements. */
export function anyElement(matchElement: ElementMatcher, options: ElementMatcherOptions = {}): ValueMatcher {
  return {
    matchBranches(branches) {
      for (const { value, arrayIndices, dontIterate } of branches) {
        const isIterated = Array.isArray(value) && !dontIterate;
        if (!isIterated || !options.elementsOnly) {
          const matched = matchElement(value);
          if (matched !== false)
            return createMatch(arrayIndices ?? (typeof matched === 'number' ? [matched] : undefined));
        }
        if (!isIterated || options.wholeArrays) continue;
        for (let index = 0; index < value.length; index++) {
          if (matchElement(value[index]) !== false) return createMatch([...(arrayIndices ?? []), index]);
        }
      }
      return NO_MATCH;
    },
    matchSingle: (value) => matchElement(value) !== false,
  };
}

function createMatch(arrayIndices: ArrayIndices | undefined): MatchResult {
  return arrayIndices ? { result: true, arrayIndices } : MATCH;
}

/** Matches if `matcher` does not: if none of the values matches. */
export function none(matcher: ValueMatcher): ValueMatcher {
  const { matchSingle } = matcher;
  return {
    matchBranches: (branches) => (matcher.matchBranches(branches).result ? NO_MATCH : MATCH),
    ...(matchSingle && { matchSingle: (value: unknown) => !matchSingle(value) }),
  };
}

/** Matches if all of `matchers` do, each of them perhaps by another value. */
export function all(matchers: readonly ValueMatcher[]): ValueMatcher {
  const [only] = matchers;
  if (only && matchers.length === 1) return only;
  const singles = matchers.flatMap(({ matchSingle }) => matchSingle ?? []);
  type MatchBranches = (branches: readonly Branch[]) => MatchResult;
  return {
    matchBranches: matchAll<MatchBranches>(matchers.map((matcher) => (branches) => matcher.matchBranches(branches))),
    ...(singles.length === matchers.length && {
      matchSingle: (value: unknown) => {
        for (const matchSingle of singles) if (!matchSingle(value)) return false;
        return true;
      },
    }),
  };
}

export const everything: ValueMatcher = { matchBranches: () => MATCH, matchSingle: () => true };
export const nothing: ValueMatcher = { matchBranches: () => NO_MATCH, matchSingle: () => false };
