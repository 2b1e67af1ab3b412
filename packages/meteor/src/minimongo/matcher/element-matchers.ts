import { isOperatorObject } from '../values/bson-type.js';
import { areEqual } from '../values/compare.js';
import type { ElementMatcher } from './match-result.js';

/** Matches values that equal `expected`; null and undefined equal each other. */
export function equalTo(expected: unknown): ElementMatcher {
  if (isOperatorObject(expected)) throw new Error("Can't create equalityValueSelector for operator object");
  if (expected === null || expected === undefined) return (value) => value === null || value === undefined;
  // NaN equals itself, which areEqual knows.
  if (typeof expected !== 'object' && !Number.isNaN(expected)) return (value) => value === expected;
  return (value) => areEqual(expected, value);
}

/** Matches texts by a regular expression, and equal regular expressions. */
export function matchingRegExp(regExp: RegExp): ElementMatcher {
  // A copy that remembers no position: matching must not depend on what was matched before.
  const own = new RegExp(regExp.source, regExp.flags.replace(/[gy]/g, ''));
  const text = regExp.toString();
  return (value) => {
    if (typeof value === 'string') return own.test(value);
    return value instanceof RegExp && value.toString() === text;
  };
}

/** Matches any of `options`, which may be regular expressions. */
export function equalToAny(options: unknown): ElementMatcher {
  if (!Array.isArray(options)) throw new Error('$in needs an array');
  const scalars = new Set<unknown>();
  const others: ElementMatcher[] = [];
  for (const option of options) {
    if (isOperatorObject(option)) throw new Error('cannot nest $ under $in');
    if (option instanceof RegExp) others.push(matchingRegExp(option));
    else if (typeof option === 'object' && option !== null) others.push(equalTo(option));
    else scalars.add(option ?? null);
  }
  if (others.length === 0) return (value) => scalars.has(value ?? null);
  return (value) => scalars.has(value ?? null) || others.some((matcher) => matcher(value));
}
