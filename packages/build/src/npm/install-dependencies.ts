import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BuildError } from '../build-error.js';
import type { Reporter } from '../options.js';
import type { Project, SourcePackage } from '../project/types.js';
import { findNpmPackage, readNpmPackage } from './npm-package.js';

const run = promisify(execFile);

/**
 * Finds or installs what packages ask for with `Npm.depends`. Looked for in the package's own `.npm/package` (where
 * Meteor puts it), then among the app's packages if the version is the same; else installed once into the app's cache.
 * Returns package name → a folder whose `node_modules` has everything.
 */
export async function npmDirectories(
  project: Project,
  cache: string,
  reporter: Reporter,
): Promise<Map<string, string>> {
  const directories = new Map<string, string>();
  for (const pkg of project.packages) {
    if (pkg.kind !== 'source' || Object.keys(pkg.npmDependencies).length === 0) continue;
    directories.set(pkg.name, await npmDirectoryOf(pkg, project, cache, reporter));
  }
  return directories;
}

async function npmDirectoryOf(
  pkg: SourcePackage,
  project: Project,
  cache: string,
  reporter: Reporter,
): Promise<string> {
  const wanted = Object.entries(pkg.npmDependencies).sort(([a], [b]) => (a < b ? -1 : 1));
  const hasAll = (root: string): boolean =>
    wanted.every(([name, version]) => {
      const found = findNpmPackage(name, root);
      const installed = found ? readNpmPackage(found) : undefined;
      return installed !== undefined && (installed.version === version || !/^\d+\.\d+\.\d+/.test(version));
    });
  for (const root of [join(pkg.directory, '.npm/package'), project.directory])
    if (existsSync(root) && hasAll(root)) return root;
  const key = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 16);
  const target = join(cache, 'npm', `${pkg.name.replaceAll(':', '_')}-${key}`);
  if (existsSync(join(target, 'node_modules'))) return target;
  reporter.step(`Installing npm packages of ${pkg.name}`);
  const partial = `${target}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  await writeFile(
    join(partial, 'package.json'),
    JSON.stringify({ private: true, dependencies: Object.fromEntries(wanted) }, null, 2),
  );
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--omit=dev'], { cwd: partial });
  } catch (error) {
    const output = (error as { stderr?: string }).stderr ?? String(error);
    throw new BuildError(`npm could not install what package "${pkg.name}" asks for with Npm.depends.`, {
      remedy: 'Check the names and versions in its package.js, and the network.',
      detail: output.trim().split('\n').slice(-8).join('\n'),
    });
  } finally {
    if (!existsSync(join(partial, 'node_modules'))) await rm(partial, { recursive: true, force: true });
  }
  await rename(partial, target);
  return target;
}
