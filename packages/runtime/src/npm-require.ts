import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { runningBundle } from './running-bundle.js';

/** `Npm` of one package or of the app. */
export interface NpmApi {
  require(name: string): unknown;
  /** Names the npm packages a `package.js` depends on; nothing to do at run time. */
  depends(dependencies: Record<string, string>): void;
}

const tables = new Map<string | null, Readonly<Record<string, () => unknown>>>();
let requireFromBundle: NodeJS.Require | undefined;
let requiringDirectory: string | undefined;

/**
 * Called by generated code: what a package (or with `null` the app) reaches with `Npm.require`. Each name leads to a
 * function that gives the module; it is called at each use, so that modules load when they are first asked for.
 */
export function registerNpm(packageName: string | null, table: Readonly<Record<string, () => unknown>>): void {
  tables.set(packageName, { ...tables.get(packageName), ...table });
}

export function createNpm(packageName: string | null): NpmApi {
  return {
    require: (name) => npmRequire(packageName, name),
    depends() {},
  };
}

function npmRequire(packageName: string | null, requested: string): unknown {
  if (typeof requested !== 'string' || requested === '') throw missing(packageName, String(requested));
  const name = requested.replaceAll('\\', '/');
  const table = tables.get(packageName);
  if (table && Object.hasOwn(table, name)) return table[name]?.();
  const load = bundleRequire();
  if (isBuiltin(name)) return load(name);
  let file: string;
  try {
    file = load.resolve(name);
  } catch (error) {
    const hidden = hiddenPackageJson(load, name);
    if (hidden !== undefined) return hidden;
    throw isMissing(error) ? missing(packageName, requested, error) : error;
  }
  return load(file);
}

/** Resolves from the bundle's root, where `node_modules` holds what could not be bundled. */
function bundleRequire(): NodeJS.Require {
  const directory = runningBundle()?.directory ?? process.cwd();
  if (!requireFromBundle || requiringDirectory !== directory) {
    requireFromBundle = createRequire(join(directory, 'npm-require.cjs'));
    requiringDirectory = directory;
  }
  return requireFromBundle;
}

/** `pkg/package.json` of a package whose `exports` hides it. */
function hiddenPackageJson(load: NodeJS.Require, name: string): unknown {
  if (!name.endsWith('/package.json')) return undefined;
  const packageName = name.slice(0, -'/package.json'.length);
  for (const folder of load.resolve.paths(packageName) ?? []) {
    const file = join(folder, packageName, 'package.json');
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  }
  // The package may only be reachable through its main file (workspace links, other resolvers).
  try {
    let folder = dirname(load.resolve(packageName));
    while (folder !== parse(folder).root) {
      const file = join(folder, 'package.json');
      if (existsSync(file)) {
        const content = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown };
        if (content.name === packageName) return content;
      }
      folder = dirname(folder);
    }
  } catch {}
  return undefined;
}

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
}

function missing(packageName: string | null, name: string, cause?: unknown): Error {
  const where =
    packageName === null
      ? `Did you forget to install it? Try: npm install --save ${packageOf(name)}`
      : `Did you forget to call 'Npm.depends' in package.js within the '${packageName}' package?`;
  const error = new Error(`Cannot find module "${name}". ${where}`, cause === undefined ? undefined : { cause });
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' });
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
