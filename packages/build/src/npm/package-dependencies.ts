import { findRealNpmPackage, type NpmPackage } from './npm-package.js';

/** A package, and the name that another one knows it by. */
export interface Dependency {
  readonly name: string;
  readonly pkg: NpmPackage;
}

/** What only the installation of an addon needs. */
const INSTALLERS = new Set(['prebuild-install', 'prebuildify', 'node-gyp', 'cmake-js', 'nan', 'node-addon-api']);

/**
 * The packages that a package may load: its dependencies as far as they are installed, peers among them. Optional peers
 * count if the app itself depends on them; compilers and test runners of the app's development are no part of a server.
 *
 * @param appDependencies names in the app's `dependencies` and `optionalDependencies`
 */
export function dependenciesOf(pkg: NpmPackage, appDependencies: ReadonlySet<string>): Dependency[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = pkg.packageJson;
  const names = new Set(Object.keys({ ...(dependencies as object), ...(optionalDependencies as object) }));
  const peers = (peerDependenciesMeta ?? {}) as Record<string, { optional?: boolean }>;
  for (const name of Object.keys({ ...(peerDependencies as object), ...peers })) {
    if (peers[name]?.optional !== true || appDependencies.has(name)) names.add(name);
  }
  const found: Dependency[] = [];
  for (const name of [...names].sort()) {
    // Types are nothing at run time.
    if (name.startsWith('@types/') || INSTALLERS.has(name)) continue;
    // What is not installed is the package's own business.
    const dependency = findRealNpmPackage(name, pkg.directory);
    if (dependency) found.push({ name, pkg: dependency });
  }
  return found;
}
