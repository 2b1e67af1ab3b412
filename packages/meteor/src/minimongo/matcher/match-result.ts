import type { ArrayIndices, Branch } from '../values/lookup.js';

/** Whether something matches. */
export interface MatchResult {
  result: boolean;
  /** The array elements that matched: what `$` in an update stands for. */
  arrayIndices?: ArrayIndices;
  /** How far the document is from the point of a $near. */
  distance?: number;
}

/** Shared, since most matches have nothing else to say. */
export const MATCH: MatchResult = Object.freeze({ result: true });
export const NO_MATCH: MatchResult = Object.freeze({ result: false });

export type DocumentMatcher = (document: object) => MatchResult;

/** Looks at the values that a path leads to. */
export interface ValueMatcher {
  matchBranches(branches: readonly Branch[]): MatchResult;
  /** The verdict when there is one value, which is no array. Missing where a verdict needs more than that. */
  matchSingle?: (value: unknown) => boolean;
}

/** Looks at one value. A number means that it matches by its element of that index. */
export type ElementMatcher = (value: unknown) => boolean | number;

type Combinable = (subject: never) => MatchResult;

/** Matches if all of `matchers` do. The first distance and the last indices count, as in MongoDB. */
export function matchAll<Matcher extends Combinable>(matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 0) return (() => MATCH) as unknown as Matcher;
  if (matchers.length === 1) return matchers[0] as Matcher;
  const combined = (subject: never): MatchResult => {
    let match: MatchResult = MATCH;
    for (const matcher of matchers) {
      const { result, arrayIndices, distance } = matcher(subject);
      if (!result) return NO_MATCH;
      if (arrayIndices) match = { ...match, arrayIndices };
      if (distance !== undefined && match.distance === undefined) match = { ...match, distance };
    }
    return match;
  };
  return combined as Matcher;
}
