import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { BuildError } from '../../build-error.js';
import { displayPath, errorCode } from '../messages.js';
import { unreadable } from '../meteor-folder.js';
import { type PackageDescription, packageDescription } from '../package-js/package-facts.js';
import type { PackageCall, PackageScriptRunner } from '../package-js/package-script-runner.js';

/** A package with a package.js, described but not yet looked at closer. */
export interface LocalPackage {
  readonly name: string;
  readonly directory: string;
  /** package.js as messages name it. */
  readonly file: string;
  readonly description: PackageDescription;
  readonly calls: readonly PackageCall[];
}

export interface LocalPackages {
  readonly byName: ReadonlyMap<string, LocalPackage>;
  /** What went wrong with packages from METEOR_PACKAGE_DIRS, by the name of the folder or the package. */
  readonly failures: ReadonlyMap<string, BuildError>;
  /** The folders that were searched, as messages name them. */
  readonly searched: readonly string[];
  readonly inputs: readonly string[];
}

/**
 * Finds the packages in the app's `packages/` folder and, behind them, in the folders of METEOR_PACKAGE_DIRS. The name
 * is that of `Package.describe`, otherwise the folder's.
 *
 * A package.js of the app that fails is an error. In the other folders, which may hold packages of all kinds, it is
 * one only if the package is used; it is kept for that case.
 *
 * @param packageDirectories Absolute, or relative to the app's folder.
 */
export async function findLocalPackages(
  directory: string,
  packageDirectories: readonly string[],
  runner: PackageScriptRunner,
): Promise<LocalPackages> {
  const byName = new Map<string, LocalPackage>();
  const failures = new Map<string, BuildError>();
  const searched = [join(directory, 'packages'), ...packageDirectories.map((path) => resolve(directory, path))];
  const inputs: string[] = [];
  for (const [index, folder] of searched.entries()) {
    const own = index === 0;
    inputs.push(folder);
    const inFolder = new Map<string, LocalPackage>();
    for (const packageDirectory of await packageFolders(folder, directory, own)) {
      const file = join(packageDirectory, 'package.js');
      inputs.push(file);
      let found: LocalPackage;
      try {
        found = describedPackage(packageDirectory, displayPath(directory, file), await runner.run(file));
      } catch (error) {
        if (own || !(error instanceof BuildError)) throw error;
        failures.set(basename(packageDirectory), error);
        continue;
      }
      const twin = inFolder.get(found.name);
      if (twin !== undefined) {
        const error = new BuildError(`${twin.file} and ${found.file} both describe the package ${found.name}`, {
          remedy: 'Rename one of them in its Package.describe, or remove it.',
        });
        if (own) throw error;
        if (byName.get(found.name) === twin) byName.delete(found.name);
        failures.set(found.name, error);
        continue;
      }
      inFolder.set(found.name, found);
      if (!byName.has(found.name)) byName.set(found.name, found);
    }
  }
  return { byName, failures, searched: searched.map((path) => displayPath(directory, path)), inputs };
}

function describedPackage(directory: string, file: string, calls: readonly PackageCall[]): LocalPackage {
  const description = packageDescription(calls, file);
  return { name: description.name ?? basename(directory), directory, file, description, calls };
}

/** The folders with a package.js in `folder`, or `folder` itself if it has one. */
async function packageFolders(folder: string, directory: string, own: boolean): Promise<string[]> {
  if (await hasPackageScript(folder)) return [folder];
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && own) return [];
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      throw new BuildError(`METEOR_PACKAGE_DIRS names ${displayPath(directory, folder)}, which is not a folder`, {
        remedy: 'Correct METEOR_PACKAGE_DIRS.',
      });
    }
    throw unreadable(folder, directory, error);
  }
  const folders: string[] = [];
  for (const name of names) {
    if (!name.startsWith('.') && (await hasPackageScript(join(folder, name)))) folders.push(join(folder, name));
  }
  return folders;
}

async function hasPackageScript(folder: string): Promise<boolean> {
  const found = await stat(join(folder, 'package.js')).catch(() => undefined);
  return found?.isFile() ?? false;
}
