import type { TextOrder } from '../keys/compare-values.js';
import type { LeafArrays } from './path.js';

/** A condition on single values, as the operators of one field state it. */
export type Predicate =
  | ValueTest
  | { readonly kind: 'all'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'not'; readonly part: Predicate };

export interface ValueTest {
  readonly kind: 'test';
  readonly operator: string;
  readonly operand: unknown;
  readonly leafArrays: LeafArrays;
  /** Whether a value passes; a missing one is `undefined`. */
  readonly test: (value: unknown) => boolean;
}

/** What holds for a whole filter. */
export interface FilterSettings {
  /** How texts compare, if a collation is in force. */
  readonly textOrder: TextOrder | undefined;
  /** Values of `let`. */
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/** Applies a predicate to one value, as `$elemMatch` does to elements: arrays in it are not searched. */
export function testSingle(predicate: Predicate): (value: unknown) => boolean {
  if (predicate.kind === 'test') return predicate.test;
  if (predicate.kind === 'not') {
    const inner = testSingle(predicate.part);
    return (value) => !inner(value);
  }
  const parts = predicate.parts.map(testSingle);
  return (value) => parts.every((part) => part(value));
}
