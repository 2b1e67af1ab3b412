import { Arguments } from './arguments.js';
import type { CursorOptions } from './open-cursor.js';

const KNOWN = new Set(['batchSize']);

/** Reads the `cursor` argument: `{ batchSize }`. */
export function readCursorOptions(args: Arguments): CursorOptions {
  const given = args.document('cursor');
  if (!given) return {};
  const cursor = new Arguments('cursor', given);
  cursor.only(KNOWN);
  return { batchSize: cursor.count('batchSize') };
}
