import { describeType, describeValue } from './describe-value.js';
import { isArguments, isPlainObject } from './kinds.js';
import { MatchError } from './match-error.js';
import { prependPath } from './path.js';
import { Any, Integer, Maybe, ObjectIncluding, ObjectWithValues, OneOf, Optional, Where } from './patterns.js';

export interface Mismatch {
  /** What is wrong. */
  message: string;
  /** Where, within the value. */
  path: string;
}

/** Nearly all values match: no array is made for them. */
type Mismatches = Mismatch[] | undefined;

/**
 * Compares a value with a pattern.
 *
 * @param all Whether to look for all mismatches; else the first is enough.
 * @returns The mismatches; `undefined` if there are none.
 * @throws What a `Match.Where` condition throws, unless it is a Match.Error.
 */
export function findMismatches(value: unknown, pattern: unknown, all: boolean): Mismatches {
  if (pattern === Any) return undefined;
  switch (pattern) {
    case String:
      return typeof value === 'string' ? undefined : wrongType('string', value);
    case Number:
      return typeof value === 'number' ? undefined : wrongType('number', value);
    case Boolean:
      return typeof value === 'boolean' ? undefined : wrongType('boolean', value);
    case Function:
      return typeof value === 'function' ? undefined : wrongType('function', value);
    case undefined:
      return value === undefined ? undefined : wrongType('undefined', value);
    case null:
      return value === null ? undefined : mismatch(`Expected null, got ${describeValue(value)}`);
    case Integer:
      // A signed 32-bit integer: there is no sure way to tell larger ones from rounded fractions.
      return typeof value === 'number' && (value | 0) === value
        ? undefined
        : mismatch(`Expected Integer, got ${describeValue(value)}`);
    case Object:
      return matchObject(value, {}, { othersAllowed: true }, all);
  }
  if (typeof pattern === 'string' || typeof pattern === 'number' || typeof pattern === 'boolean') {
    return value === pattern ? undefined : mismatch(`Expected ${pattern}, got ${describeValue(value)}`);
  }
  if (Array.isArray(pattern)) return matchArray(value, pattern, all);
  if (pattern instanceof Where) return matchWhere(value, pattern);
  if (pattern instanceof Maybe) return matchOneOf(value, [undefined, null, pattern.pattern]);
  if (pattern instanceof Optional) return matchOneOf(value, [undefined, pattern.pattern]);
  if (pattern instanceof OneOf) return matchOneOf(value, pattern.choices);
  if (typeof pattern === 'function') {
    return value instanceof pattern ? undefined : mismatch(`Expected ${pattern.name || 'particular constructor'}`);
  }
  if (pattern instanceof ObjectIncluding) return matchObject(value, pattern.pattern, { othersAllowed: true }, all);
  if (pattern instanceof ObjectWithValues) {
    return matchObject(value, {}, { othersAllowed: true, othersPattern: pattern }, all);
  }
  return matchObject(value, pattern, { othersAllowed: false }, all);
}

function matchArray(value: unknown, pattern: readonly unknown[], all: boolean): Mismatches {
  if (pattern.length !== 1) {
    return mismatch(`Bad pattern: arrays must have one type element ${describeValue(pattern)}`);
  }
  if (!Array.isArray(value) && !isArguments(value)) return mismatch(`Expected array, got ${describeValue(value)}`);
  let found: Mismatches;
  for (let i = 0; i < value.length; i++) {
    found = add(found, i, findMismatches(value[i], pattern[0], all));
    if (found && !all) break;
  }
  return found;
}

function matchWhere(value: unknown, pattern: Where): Mismatches {
  let result: unknown;
  try {
    result = pattern.condition(value);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    return [{ message: error.message, path: error.path }];
  }
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new Error('The condition of Match.Where must not be asynchronous: check cannot wait for it');
  }
  return result ? undefined : mismatch('Failed Match.Where validation');
}

function matchOneOf(value: unknown, choices: readonly unknown[]): Mismatches {
  for (const choice of choices) if (!findMismatches(value, choice, false)) return undefined;
  return mismatch('Failed Match.OneOf, Match.Maybe or Match.Optional validation');
}

interface OtherKeys {
  readonly othersAllowed: boolean;
  /** What the values of keys that the pattern does not name have to match. */
  readonly othersPattern?: ObjectWithValues;
}

function matchObject(value: unknown, pattern: unknown, others: OtherKeys, all: boolean): Mismatches {
  if (typeof pattern !== 'object' || pattern === null) return mismatch('Bad pattern: unknown pattern type');
  if (typeof value !== 'object' || value === null) return mismatch(`Expected object, got ${describeType(value)}`);
  // Instances of classes do not match, even if they happen to have the same properties.
  if (!isPlainObject(value)) return mismatch('Expected plain object');

  let found: Mismatches;
  for (const key of Object.keys(value)) {
    found = add(found, key, matchKey(key, (value as Fields)[key], pattern as Fields, others, all));
    if (found && !all) return found;
  }
  for (const key of Object.keys(pattern)) {
    const keyPattern = (pattern as Fields)[key];
    if (Object.hasOwn(value, key) || keyPattern instanceof Optional || keyPattern instanceof Maybe) continue;
    found ??= [];
    found.push({ message: `Missing key '${key}'`, path: '' });
    if (!all) return found;
  }
  return found;
}

type Fields = Record<string, unknown>;

function matchKey(key: string, value: unknown, pattern: Fields, others: OtherKeys, all: boolean): Mismatches {
  if (Object.hasOwn(pattern, key)) {
    const keyPattern = pattern[key];
    // In objects, optional means that the key may be absent, not that its value may be undefined.
    const isOptional = keyPattern instanceof Optional || keyPattern instanceof Maybe;
    return findMismatches(value, isOptional ? keyPattern.pattern : keyPattern, all);
  }
  if (!others.othersAllowed) return mismatch('Unknown key');
  return others.othersPattern ? findMismatches(value, others.othersPattern.pattern, all) : undefined;
}

function mismatch(message: string): Mismatches {
  return [{ message, path: '' }];
}

function wrongType(expected: string, value: unknown): Mismatches {
  return mismatch(`Expected ${expected}, got ${describeType(value)}`);
}

/** Adds what was found under a key to what was found before. */
function add(found: Mismatches, key: string | number, under: Mismatches): Mismatches {
  if (!under) return found;
  for (const mismatch of under) mismatch.path = prependPath(key, mismatch.path);
  if (!found) return under;
  for (const mismatch of under) found.push(mismatch);
  return found;
}
