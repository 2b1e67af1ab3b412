import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';

export interface NpmPackage {
  /** That of its folder in `node_modules`; outside of one, that in its package.json. */
  readonly name: string;
  readonly version: string;
  /** Real folder of the package. */
  readonly directory: string;
  readonly packageJson: Readonly<Record<string, unknown>>;
}

const NODE_MODULES = `${sep}node_modules${sep}`;

const byDirectory = new Map<string, NpmPackage | undefined>();

/**
 * The npm package that a file belongs to: below a `node_modules` folder what lies directly in it, whatever package.json
 * files are further inside; elsewhere (linked folders) the nearest folder with a package.json that has a name.
 */
export function npmPackageOf(file: string): NpmPackage | undefined {
  if (!isAbsolute(file)) return undefined;
  const start = file.lastIndexOf(NODE_MODULES);
  if (start === -1) return nearestPackage(dirname(file));
  const [first = '', second = ''] = file.slice(start + NODE_MODULES.length).split(sep);
  const root = join(file.slice(0, start), NODE_MODULES, first, first.startsWith('@') ? second : '');
  return readInstalled(root.endsWith(sep) ? root.slice(0, -1) : root);
}

/** A folder of `node_modules`. Its name is what it is imported as; that in its package.json may be another. */
function readInstalled(directory: string): NpmPackage {
  const known = byDirectory.get(directory);
  if (known) return known;
  const name = directory.slice(directory.lastIndexOf(NODE_MODULES) + NODE_MODULES.length).replaceAll('\\', '/');
  const { version, packageJson } = readNpmPackage(directory) ?? { version: '0.0.0', packageJson: {} };
  const pkg = { name, version, directory, packageJson };
  byDirectory.set(directory, pkg);
  return pkg;
}

function nearestPackage(start: string): NpmPackage | undefined {
  const visited: string[] = [];
  let found: NpmPackage | undefined;
  for (let directory = start; ; directory = dirname(directory)) {
    if (byDirectory.has(directory)) {
      found = byDirectory.get(directory);
      break;
    }
    visited.push(directory);
    found = readNpmPackage(directory);
    if (found || dirname(directory) === directory) break;
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

/** Like `findNpmPackage`, with links followed: the package's one real folder. */
export function findRealNpmPackage(name: string, from: string): NpmPackage | undefined {
  const found = findNpmPackage(name, from);
  return found === undefined ? undefined : npmPackageOf(join(realpathSync(found), 'package.json'));
}

/** `name` of `name/sub/path`, with its scope. */
export const npmPackageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

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
