import { join } from 'node:path';
import { BuildError } from '../build-error.js';
import { ARCH_WORDS, archesCovered } from './arches.js';
import { shown } from './messages.js';
import { readTextIfThere } from './meteor-folder.js';
import { parseJson } from './parse-json.js';
import type { PackageJson } from './types.js';

/**
 * Reads the app's package.json and checks its `meteor` section.
 * @returns undefined if there is no package.json.
 * @throws BuildError naming key, value and what may stand there.
 */
export async function readPackageJson(directory: string, warnings: string[]): Promise<PackageJson | undefined> {
  const text = await readTextIfThere(join(directory, 'package.json'), directory);
  if (text === undefined) return undefined;
  const json = parseJson(text, 'package.json');
  if (!isObject(json)) throw wrong('package.json', json, 'an object', 'Write `{}` if there is nothing to say.');
  if (json.meteor !== undefined) checkMeteorSection(json.meteor, warnings);
  return json as PackageJson;
}

function checkMeteorSection(section: unknown, warnings: string[]): void {
  if (!isObject(section)) {
    throw wrong(
      'meteor',
      section,
      'an object',
      'Name the main modules there: {"mainModule": {"client": "client/main.js", "server": "server/main.js"}}.',
    );
  }
  for (const key of ['mainModule', 'testModule']) checkEntryModule(`meteor.${key}`, section[key], warnings);
  if (section.settings !== undefined && !isObject(section.settings)) {
    throw wrong(
      'meteor.settings',
      section.settings,
      'an object',
      'Settings are an object like that of a settings.json.',
    );
  }
  const nodeModules = section.nodeModules;
  if (nodeModules !== undefined && !isObject(nodeModules)) {
    throw wrong('meteor.nodeModules', nodeModules, 'an object', 'For example {"recompile": {"some-package": true}}.');
  }
  const recompile = nodeModules?.recompile;
  if (recompile === undefined) return;
  if (!isObject(recompile)) {
    throw wrong('meteor.nodeModules.recompile', recompile, 'an object', 'For example {"some-package": true}.');
  }
  for (const [name, value] of Object.entries(recompile)) {
    const words = typeof value === 'string' ? [value] : value;
    if (typeof words === 'boolean') continue;
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string' && archesCovered([word]).length > 0)) {
      throw wrong(
        `meteor.nodeModules.recompile["${name}"]`,
        value,
        `true, false, or one or more of ${ARCH_WORDS}`,
        'Write true to compile it everywhere.',
      );
    }
  }
}

function checkEntryModule(key: string, value: unknown, warnings: string[]): void {
  if (value === undefined || value === false || typeof value === 'string') return;
  const remedy =
    'Write a path, or false for "nothing", or an object such as {"client": "client/main.js", "server": "server/main.js"}.';
  if (!isObject(value)) throw wrong(key, value, 'a string, false or an object', remedy);
  for (const [word, path] of Object.entries(value)) {
    if (archesCovered([word]).length === 0) {
      warnings.push(`package.json: ${key}.${word} has no effect: "${word}" is none of ${ARCH_WORDS}.`);
    }
    if (typeof path !== 'string' && path !== false) throw wrong(`${key}.${word}`, path, 'a string or false', remedy);
  }
}

function wrong(key: string, value: unknown, expected: string, remedy: string): BuildError {
  const what = key === 'package.json' ? key : `package.json: ${key}`;
  return new BuildError(`${what} must be ${expected}, not ${shown(value)}`, { remedy });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
