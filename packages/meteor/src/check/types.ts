declare const matched: unique symbol;

/** A pattern made by one of the functions of `Match`; `T` is the type of the values that match. */
export interface Matcher<T> {
  readonly [matched]?: (value: T) => T;
}

/** A class whose instances match. */
export type PatternClass = abstract new (...args: never[]) => unknown;

/** What values are checked against. */
export type Pattern =
  | typeof String
  | typeof Number
  | typeof Boolean
  | typeof Object
  | typeof Function
  | PatternClass
  | undefined
  | null
  | string
  | number
  | boolean
  | readonly [Pattern]
  | { readonly [key: string]: Pattern }
  // biome-ignore lint/suspicious/noExplicitAny: a matcher of whatever type
  | Matcher<any>;

/** The type of the values that match a pattern. */
export type PatternMatch<T extends Pattern> =
  T extends Matcher<infer Matched>
    ? Matched
    : T extends typeof String
      ? string
      : T extends typeof Number
        ? number
        : T extends typeof Boolean
          ? boolean
          : T extends typeof Object
            ? object
            : T extends typeof Function
              ? // biome-ignore lint/complexity/noBannedTypes: what the pattern says
                Function
              : T extends undefined | null | string | number | boolean
                ? T
                : T extends abstract new (
                      ...args: never[]
                    ) => infer Instance
                  ? Instance
                  : T extends readonly [infer Element extends Pattern]
                    ? PatternMatch<Element>[]
                    : T extends { readonly [key: string]: Pattern }
                      ? { -readonly [K in keyof T]: PatternMatch<T[K]> }
                      : unknown;

export interface CheckOptions {
  /** Look for all mismatches, and throw an array with a Match.Error for each. Default `false`: throw the first. */
  throwAllErrors?: boolean | undefined;
}
