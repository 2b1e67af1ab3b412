import type { CallerDetails } from './types.js';

type Capture = (target: object, above?: unknown) => void;

/**
 * Where the code is that called `entry`, a function on the stack. Empty when the runtime does not tell.
 */
export function callerDetails(entry: (...args: never[]) => unknown): CallerDetails {
  const frame = frameAbove(entry);
  if (frame === undefined) return {};
  if (/^\s*at eval \(eval|eval:/.test(frame)) return { file: 'eval' };
  // V8 writes `at name (file:line:column)` or `at file:line:column`, other engines `name@file:line:column`.
  const match = /(?:[@(]| at )([^(]+?):([0-9:]+)(?:\)|$)/.exec(frame);
  if (!match) return {};
  const [, path = '', position = ''] = match;
  const file = path.split(/[\\/]/).at(-1) ?? '';
  return { line: position.split(':')[0] ?? '', file: file.split('?')[0] ?? '' };
}

function frameAbove(entry: (...args: never[]) => unknown): string | undefined {
  const capture = (Error as { captureStackTrace?: Capture }).captureStackTrace;
  if (!capture) return undefined;
  const holder: { stack?: string } = {};
  capture(holder, entry);
  // The first line repeats the name of the error, where there is one.
  return holder.stack?.split('\n').find((line) => /:[0-9]+/.test(line));
}
