import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { findRealNpmPackage, type NpmPackage } from './npm-package.js';

/**
 * Under which name a package lies in the bundle's `node_modules`, and code of the bundle imports it: its own, if that is
 * what the app itself finds under it. Other versions of it get a name with their version, and a hash of their place.
 */
export function externalName(pkg: NpmPackage, appDirectory: string): string {
  const found = findRealNpmPackage(pkg.name, appDirectory);
  if (found === undefined || found.directory === pkg.directory) return pkg.name;
  const place = relative(appDirectory, pkg.directory).split(sep).join('/');
  return `${pkg.name}-${pkg.version}-${createHash('sha256').update(place).digest('hex').slice(0, 6)}`;
}
