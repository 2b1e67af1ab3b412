import { join } from 'node:path';
import { isClientArch } from '../arches.js';
import type { AppSources, Arch } from '../types.js';
import { compareLoadOrder } from './load-order.js';
import { isTestFile } from './special-folders.js';

const MODULE = /\.(?:js|jsx|mjs|cjs|ts|tsx|mts|cts)$/;
const DECLARATION = /\.d\.(?:ts|mts|cts)$/;

/** True for JavaScript and TypeScript with code in it (declaration files have none). */
export function isModuleFile(path: string): boolean {
  return MODULE.test(path) && !DECLARATION.test(path);
}

/** Style languages beside CSS that the app has a compiler for. */
export interface StyleLanguages {
  readonly less: boolean;
  readonly sass: boolean;
}

export const NO_SOURCES: AppSources = { main: undefined, eager: [], bare: [], html: [], styles: [], tests: [] };

/**
 * Sorts the files of one side into what one arch loads by itself and what it loads only when imported.
 *
 * @param files Paths below the app's folder, as the walk of the arch's side found them.
 * @param main The main module's path below the app's folder; `false`: load no module; undefined: load them all.
 * @param test The same of the test module; it is only looked at with `includeTests`.
 */
export function appSources(
  files: readonly string[],
  options: {
    readonly directory: string;
    readonly arch: Arch;
    readonly main: string | false | undefined;
    readonly test: string | false | undefined;
    readonly includeTests: boolean;
    readonly styles: StyleLanguages;
  },
): AppSources {
  const { arch, directory, main, test } = options;
  const absolute = (path: string) => join(directory, path);
  const eagerFiles = files.filter((path) => !isInImports(path) && !isTestFile(baseName(path))).sort(compareLoadOrder);
  const modules = main === undefined ? eagerFiles.filter(isModuleFile) : [];
  const client = isClientArch(arch);
  return {
    main: main === false || main === undefined ? undefined : absolute(main),
    eager: modules.map(absolute),
    bare: client ? modules.filter(isCompatibilityFile).map(absolute) : [],
    html: client ? eagerFiles.filter((path) => path.endsWith('.html')).map(absolute) : [],
    styles: client ? eagerFiles.filter((path) => isStyleRoot(path, options.styles)).map(absolute) : [],
    tests: options.includeTests ? testModules(files, test).map(absolute) : [],
  };
}

function testModules(files: readonly string[], test: string | false | undefined): readonly string[] {
  if (test !== undefined) return test === false ? [] : [test];
  return files.filter((path) => isModuleFile(path) && isTestFile(baseName(path))).sort(compareLoadOrder);
}

/** What the style compilers of Meteor take as a file of its own; the others are there to be imported by those. */
function isStyleRoot(path: string, languages: StyleLanguages): boolean {
  if (path.endsWith('.css')) return true;
  if (path.endsWith('.less')) return languages.less && !path.endsWith('.import.less');
  if (!/\.s[ac]ss$/.test(path)) return false;
  return languages.sass && !baseName(path).startsWith('_') && !/\.import\.s[ac]ss$/.test(path);
}

function isInImports(path: string): boolean {
  return path.split('/').slice(0, -1).includes('imports');
}

/** Scripts in `client/compatibility/` stand in the global scope, for libraries that set globals with `var`. */
function isCompatibilityFile(path: string): boolean {
  return path.endsWith('.js') && /(?:^|\/)client\/compatibility\//.test(path);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
