import { readFileSync } from 'node:fs';
import { BundleError } from './bundle-error.js';

export const REBUILD = 'Build the bundle again.';

/** Reads a JSON file that belongs to a bundle. `what` names it in errors, e.g. `the bundle's manifest`. */
export function readJson(file: string, what: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const problem = code === 'ENOENT' ? `${what} is not there.` : `${what} cannot be read (${code}).`;
    const remedy =
      code === 'ENOENT' ? 'Give the folder that the build wrote, or build it again.' : 'Check its permissions.';
    throw new BundleError(file, problem, remedy, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BundleError(file, `${what} is not valid JSON: ${(cause as Error).message}.`, REBUILD, { cause });
  }
}
