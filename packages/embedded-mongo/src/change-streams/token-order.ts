import type { ChangeToken } from '../engine/types.js';

const LAST_OF_COMMIT = 0x7fffffff;
/** The engine's clock keeps the increment within a second in 20 bits. */
const LAST_INCREMENT = 2 ** 20 - 1;

/** Negative if `a` comes before `b`, 0 if they are the same. */
export function compareTokens(a: ChangeToken, b: ChangeToken): number {
  return a.t - b.t || a.i - b.i || a.n - b.n;
}

/** A place after everything that comes before `token`, and before `token` itself. */
export function justBefore({ t, i, n }: ChangeToken): ChangeToken {
  if (n > 0) return { t, i, n: n - 1 };
  return i > 0 ? { t, i: i - 1, n: LAST_OF_COMMIT } : { t: t - 1, i: LAST_INCREMENT, n: LAST_OF_COMMIT };
}
