import { noteChecking } from './argument-checker.js';
import { findMismatches, type Mismatch } from './find-mismatches.js';
import { MatchError } from './match-error.js';
import type { CheckOptions, Pattern, PatternMatch } from './types.js';

/**
 * Checks that a value matches a pattern.
 *
 * @throws Match.Error for the first mismatch; with `throwAllErrors` an array with one for each.
 */
export function check<T extends Pattern>(
  value: unknown,
  pattern: T,
  options?: CheckOptions,
): asserts value is PatternMatch<T> {
  noteChecking(value);
  const all = options?.throwAllErrors === true;
  const mismatches = findMismatches(value, pattern, all);
  if (!mismatches) return;
  if (all) throw mismatches.map(toError);
  throw toError(mismatches[0] as Mismatch);
}

function toError({ message, path }: Mismatch): MatchError {
  const error = new MatchError(path ? `${message} in field ${path}` : message);
  error.path = path;
  return error;
}
