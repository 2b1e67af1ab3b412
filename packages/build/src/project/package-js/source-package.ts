import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from '../../build-error.js';
import { isModuleFile } from '../app-files/app-sources.js';
import { walkAssets } from '../app-files/walk-app.js';
import type { Arch, PackageFile, SourcePackage } from '../types.js';
import type { ApiFacts, AssetFact, FileFact, MainModuleFact } from './package-facts.js';

type Files = Pick<SourcePackage, 'files' | 'mainModules' | 'assets'>;

const CLIENT_ONLY = /\.(?:css|less|s[ac]ss|lessimport|html)$/;
const INSTALLED_LATER = '.npm/package/node_modules/';
const DECLARATION = /\.d\.(?:ts|mts|cts)$/;

/**
 * Finds the files that a package.js names.
 * @throws BuildError for a file that is not there and for one that nothing here can compile.
 */
export async function packageFiles(
  facts: ApiFacts,
  directory: string,
  appDirectory: string,
  warnings: Set<string>,
): Promise<Files> {
  const files: PackageFile[] = [];
  for (const fact of facts.files) {
    if (DECLARATION.test(fact.path)) continue;
    checkCompilable(fact);
    await checkThere(fact, directory, 'file');
    const arches = sensibleArches(fact.path, fact.arches);
    if (arches.length === 0) continue;
    // Data has no effect by itself.
    const lazy = fact.lazy || fact.path.endsWith('.json');
    files.push({ file: join(directory, fact.path), arches, bare: fact.bare, lazy });
  }
  const mainModules: SourcePackage['mainModules'][number][] = [];
  for (const fact of facts.mainModules) {
    checkCompilable(fact);
    await checkThere(fact, directory, 'file');
    mainModules.push({ file: join(directory, fact.path), arches: fact.arches, lazy: fact.lazy });
  }
  return { files, mainModules, assets: await packageAssets(facts.assets, directory, appDirectory, warnings) };
}

/** The folders among the assets stand for all files in them. A file named twice has the arches of both. */
async function packageAssets(
  facts: readonly AssetFact[],
  directory: string,
  appDirectory: string,
  warnings: Set<string>,
): Promise<SourcePackage['assets']> {
  const assets = new Map<string, { key: string; file: string; arches: readonly Arch[] }>();
  for (const fact of facts) {
    const kind = await checkThere(fact, directory, 'file or folder');
    const paths =
      kind === 'file'
        ? [fact.path]
        : (await walkAssets(join(directory, fact.path), appDirectory, warnings)).files
            .map((path) => `${fact.path}/${path}`)
            .sort();
    for (const path of paths) {
      const key = path.normalize('NFC');
      const arches = [...new Set([...(assets.get(key)?.arches ?? []), ...fact.arches])];
      assets.set(key, { key, file: join(directory, path), arches });
    }
  }
  return [...assets.values()];
}

/** Styles and HTML have no meaning on the server, although `api.addFiles` without arches adds them everywhere. */
function sensibleArches(path: string, arches: readonly Arch[]): readonly Arch[] {
  return CLIENT_ONLY.test(path) ? arches.filter((arch) => arch !== 'os') : arches;
}

function checkCompilable(fact: FileFact | MainModuleFact): void {
  if (isModuleFile(fact.path) || CLIENT_ONLY.test(fact.path) || fact.path.endsWith('.json')) return;
  throw new BuildError(`${fact.where}: nothing here compiles ${fact.path}`, {
    remedy: 'Compile it to JavaScript beforehand; if it is an asset, add it with api.addAssets.',
  });
}

async function checkThere(
  fact: { readonly path: string; readonly where: string },
  directory: string,
  expected: 'file' | 'file or folder',
): Promise<'file' | 'folder'> {
  const found = await stat(join(directory, fact.path)).catch(() => undefined);
  if (found?.isFile()) return 'file';
  // A file of the package's own npm dependencies; those are installed later, and elsewhere.
  if (found === undefined && fact.path.startsWith(INSTALLED_LATER)) return 'file';
  if (found?.isDirectory() && expected === 'file or folder') return 'folder';
  const what = found === undefined ? 'it is not there' : `it is not a ${expected}`;
  throw new BuildError(`${fact.where}: ${fact.path} cannot be used: ${what}`, {
    remedy: `Create ${fact.path} in ${directory}, or remove it from package.js.`,
  });
}
