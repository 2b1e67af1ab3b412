import { auditCall } from './argument-checker.js';
import { findMismatches } from './find-mismatches.js';
import { MatchError } from './match-error.js';
import { Any, Integer, Maybe, ObjectIncluding, ObjectWithValues, OneOf, Optional, Where } from './patterns.js';
import type { Matcher, Pattern, PatternClass, PatternMatch } from './types.js';

/** Patterns for `check`. */
export interface MatchApi {
  /** Matches everything. */
  // biome-ignore lint/suspicious/noExplicitAny: a value that is not checked
  readonly Any: Matcher<any>;
  /** Matches signed 32-bit integers. */
  readonly Integer: Matcher<number>;
  /** Matches undefined, null, or what matches the pattern. In objects: the key may be absent. */
  Maybe<T extends Pattern>(pattern: T): Matcher<PatternMatch<T> | undefined | null>;
  /** Matches undefined or what matches the pattern. In objects: the key may be absent. */
  Optional<T extends Pattern>(pattern: T): Matcher<PatternMatch<T> | undefined>;
  /** Matches plain objects that have the given keys and maybe more. */
  ObjectIncluding<T extends { readonly [key: string]: Pattern }>(pattern: T): Matcher<PatternMatch<T>>;
  /** Matches plain objects whose values all match the pattern. */
  ObjectWithValues<T extends Pattern>(pattern: T): Matcher<Record<string, PatternMatch<T>>>;
  /** Matches what matches at least one of the patterns. */
  OneOf<T extends readonly Pattern[]>(...patterns: T): Matcher<PatternMatch<T[number]>>;
  /**
   * Matches values for which the condition returns something true. False or a Match.Error (as `check` throws) is a
   * mismatch; any other error is thrown on.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the condition says what it takes
  Where<T>(condition: (value: any) => value is T): Matcher<T>;
  // biome-ignore lint/suspicious/noExplicitAny: the condition says what it takes
  Where(condition: (value: any) => boolean): Matcher<any>;
  /** Whether a value matches. */
  test<T extends Pattern>(value: unknown, pattern: T): value is PatternMatch<T>;
  /** What `check` throws. */
  readonly Error: typeof MatchError;
  /** Calls `func`, and throws (or rejects) if it does not `check` all its arguments; `description` says what it is. */
  _failIfArgumentsAreNotAllChecked<Result>(
    func: (...args: never[]) => Result,
    context: unknown,
    args: ArrayLike<unknown>,
    description: string,
  ): Result;
}

export const Match = {
  Any,
  Integer,
  Error: MatchError,
  // Functions rather than methods: some code calls them with `new`.
  Maybe: function maybe(pattern: unknown) {
    return new Maybe(pattern);
  },
  Optional: function optional(pattern: unknown) {
    return new Optional(pattern);
  },
  OneOf: function oneOf(...choices: unknown[]) {
    return new OneOf(choices);
  },
  Where: function where(condition: (value: unknown) => unknown) {
    return new Where(condition);
  },
  ObjectIncluding: function objectIncluding(pattern: unknown) {
    return new ObjectIncluding(pattern);
  },
  ObjectWithValues: function objectWithValues(pattern: unknown) {
    return new ObjectWithValues(pattern);
  },
  test: (value: unknown, pattern: unknown) => !findMismatches(value, pattern, false),
  _failIfArgumentsAreNotAllChecked: auditCall,
} as unknown as MatchApi;

type MatcherType<T> = Matcher<T>;
type PatternType = Pattern;
type PatternClassType = PatternClass;
type PatternMatchType<T extends PatternType> = PatternMatch<T>;

export declare namespace Match {
  export type Matcher<T> = MatcherType<T>;
  export type Pattern = PatternType;
  export type PatternClass = PatternClassType;
  export type PatternMatch<T extends PatternType> = PatternMatchType<T>;
  export type Error = MatchError;
}
