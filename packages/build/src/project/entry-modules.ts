import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { BuildError } from '../build-error.js';
import { archMatches, archPatterns } from './arches.js';
import { shown } from './messages.js';
import { readTextIfThere } from './meteor-folder.js';
import { isObject } from './package-json.js';
import { parseJson } from './parse-json.js';
import type { Arch, PackageJson } from './types.js';

const EXTENSIONS = ['.js', '.json', '.ts', '.tsx', '.jsx', '.mjs', '.cjs', '.mts', '.cts'];

/**
 * The main or test module that package.json names for an arch: the most specific of its keys that covers the arch
 * counts (`web.browser.legacy` before `web.browser` before `client` or `web`).
 *
 * @returns A path below the app's folder (forward slashes, symbolic links as written), `false` if package.json says
 *   so, undefined if it says nothing.
 * @throws BuildError if there is no such file.
 */
export async function entryModule(
  directory: string,
  packageJson: PackageJson,
  key: 'mainModule' | 'testModule',
  arch: Arch,
): Promise<string | false | undefined> {
  const value = packageJson.meteor?.[key];
  if (value === undefined || value === false) return value;
  if (typeof value === 'string') return existingModule(directory, value, `meteor.${key}`, arch);
  let best: { readonly word: string; readonly length: number } | undefined;
  for (const word of Object.keys(value)) {
    for (const pattern of archPatterns(word)) {
      // On equal footing (`client` and `web`) the later one counts, as in Meteor.
      if (archMatches(arch, pattern) && pattern.length >= (best?.length ?? 0)) best = { word, length: pattern.length };
    }
  }
  const path = best && value[best.word];
  if (best === undefined || path === undefined || path === false) return path;
  return existingModule(directory, path, `meteor.${key}.${best.word}`, arch);
}

async function existingModule(directory: string, path: string, key: string, arch: Arch): Promise<string> {
  const wanted = posix.normalize(path.replaceAll('\\', '/').replace(/^\/+/, '')).replace(/\/$/, '');
  if (wanted.startsWith('../') || wanted === '..') {
    throw new BuildError(`package.json: ${key} leads out of the app: ${shown(path)}`, {
      remedy: 'Name a file below the folder of package.json.',
    });
  }
  const found = (await asFile(directory, wanted)) ?? (await asFolder(directory, wanted));
  if (found !== undefined) return found;
  throw new BuildError(`package.json: ${key} names ${shown(path)} (for ${arch}), but there is no such file`, {
    remedy: `Create ${wanted} or correct ${key}; write false if nothing shall be loaded there.`,
  });
}

/** As in `require`, the extension may be left out. */
async function asFile(directory: string, path: string): Promise<string | undefined> {
  for (const candidate of [path, ...EXTENSIONS.map((extension) => path + extension)]) {
    if (await isFile(join(directory, candidate))) return candidate;
  }
  return undefined;
}

/** As in `require`, a folder stands for `main` of its package.json or for its index file. */
async function asFolder(directory: string, path: string): Promise<string | undefined> {
  const below = path === '.' ? '' : `${path}/`;
  // The app's own package.json has `main` for other purposes, so it is only looked at in folders below.
  const text = below === '' ? undefined : await readTextIfThere(join(directory, path, 'package.json'), directory);
  if (text !== undefined) {
    const json = parseJson(text, `${path}/package.json`);
    const main = isObject(json) && typeof json.main === 'string' ? posix.join(path, json.main) : undefined;
    const found = main?.startsWith(below) ? await asFile(directory, main) : undefined;
    if (found !== undefined) return found;
  }
  return asFile(directory, `${below}index`);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
