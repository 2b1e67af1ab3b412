import { dirname, join } from 'node:path';
import { BuildError } from '../build-error.js';
import { withoutBacktrace } from '../bundler-error.js';
import { findNpmPackage, npmPackageName } from '../npm/npm-package.js';

/**
 * Resolves what the app and its packages import, also files of npm packages that a map of `exports` hides: Meteor goes
 * by paths. Whether that fails with an error or with null is the bundler's habit, and stays.
 */
export async function resolveVisibleOrHidden<Resolved>(
  specifier: string,
  importer: string,
  resolve: (specifier: string) => Promise<Resolved | null>,
): Promise<Resolved | null> {
  const hidden = fileInPackage(specifier, importer);
  if (hidden === undefined) return resolve(specifier);
  let failure: unknown;
  try {
    const resolved = await resolve(specifier);
    if (resolved) return resolved;
  } catch (error) {
    failure = error;
  }
  const resolved = await resolve(hidden);
  if (resolved || failure === undefined) return resolved;
  throw new BuildError(`Cannot find "${specifier}", imported by ${importer}.`, {
    remedy: 'Import what the package exports, or another version of it.',
    detail: withoutBacktrace((failure as Error).message),
    cause: failure,
  });
}

/** The path that `name/path` means in an installed package, whatever its exports. The extension may be missing. */
function fileInPackage(specifier: string, importer: string): string | undefined {
  if (/^[./#]/.test(specifier) || /^\w+:/.test(specifier)) return undefined;
  const name = npmPackageName(specifier);
  const subpath = specifier.slice(name.length + 1);
  const directory = subpath === '' ? undefined : findNpmPackage(name, dirname(importer));
  return directory === undefined ? undefined : join(directory, subpath);
}
