import { stripVTControlCharacters } from 'node:util';
import { BuildError } from './build-error.js';

interface BundlerError {
  readonly message?: string;
  readonly errors?: readonly BundlerError[];
  readonly cause?: unknown;
  readonly plugin?: string;
  readonly code?: string;
  readonly id?: string;
  readonly frame?: string;
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
}

/**
 * The first of a bundler's errors as one that a user can read; ours pass through from inside of plugin hooks. Unknown
 * errors come back as they are.
 */
export function asBuildError(error: unknown): unknown {
  const own = findBuildError(error);
  if (own) return own;
  const { errors } = error as BundlerError;
  const first = errors?.[0];
  if (!first) return error;
  const text = withoutBacktrace(stripVTControlCharacters(first.message ?? String(error)));
  const more = errors.length > 1 ? `\n(and ${errors.length - 1} more)` : '';
  const unresolved = /^(?:\[\w+\] )?Could not resolve '([^']+)' in (\S+)\n/.exec(text);
  const [message = '', ...rest] = unresolved
    ? [`Cannot find "${unresolved[1]}", imported by ${unresolved[2]}.`, text.slice(unresolved[0].length)]
    : text.split('\n');
  const detail = rest
    .join('\n')
    .split('\n')
    .filter((line) => !/\\0bolide:|\0bolide:/.test(line));
  return new BuildError(message, { detail: `${detail.join('\n').trim()}${more}`, cause: error });
}

/** What plugins written in Rust throw ends with their stack, and begins with who called them; the cause is between. */
export function withoutBacktrace(message: string): string {
  const [text = ''] = message.split(/\n\s*Stack backtrace:/, 1);
  const cause = /\nCaused by:\n([\s\S]+)$/.exec(text)?.[1];
  return (cause ?? text).trim();
}

function findBuildError(error: unknown, depth = 0): BuildError | undefined {
  if (error instanceof BuildError) return error;
  if (typeof error !== 'object' || error === null || depth > 8) return undefined;
  const { errors = [], cause } = error as BundlerError;
  for (const inner of [...errors, cause]) {
    const found = findBuildError(inner, depth + 1);
    if (found) return found;
  }
  return undefined;
}
