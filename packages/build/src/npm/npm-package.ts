import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Real folder of the package. */
  readonly directory: string;
  readonly packageJson: Readonly<Record<string, unknown>>;
}

const byDirectory = new Map<string, NpmPackage | undefined>();

/** The npm package that a file belongs to: the nearest folder with a package.json that has a name. */
export function npmPackageOf(file: string): NpmPackage | undefined {
  let directory = dirname(file);
  const visited: string[] = [];
  let found: NpmPackage | undefined;
  while (true) {
    if (byDirectory.has(directory)) {
      found = byDirectory.get(directory);
      break;
    }
    visited.push(directory);
    found = readNpmPackage(directory);
    const parent = dirname(directory);
    if (found || parent === directory || parent.endsWith(`${sep}node_modules`)) break;
    directory = parent;
  }
  for (const folder of visited) byDirectory.set(folder, found);
  return found;
}

export function readNpmPackage(directory: string): NpmPackage | undefined {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    const packageJson = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (typeof packageJson.name !== 'string') return undefined;
    return { name: packageJson.name, version: String(packageJson.version ?? '0.0.0'), directory, packageJson };
  } catch {
    return undefined;
  }
}

/** Finds `name` as Node would from a folder: in the `node_modules` of that folder and of each one above. */
export function findNpmPackage(name: string, from: string): string | undefined {
  let directory = from;
  while (true) {
    const candidate = join(directory, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    const parent = dirname(directory);
    if (parent === directory) return undefined;
    directory = parent;
  }
}

/** Native addons below a package's folder, not those of packages nested in it. */
export function nativeAddons(directory: string): string[] {
  const found: string[] = [];
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === '.git') continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < 6) walk(path, depth + 1);
      } else if (entry.name.endsWith('.node')) found.push(path);
    }
  };
  walk(directory, 0);
  return found.sort();
}
