import { sep } from 'node:path';
import type { Project, SourcePackage } from '../project/types.js';

export type Owner = { readonly kind: 'app' } | { readonly kind: 'package'; readonly package: SourcePackage };

const APP: Owner = { kind: 'app' };
const NODE_MODULES = `${sep}node_modules${sep}`;

/** Tells whose code a file is; `undefined` for npm code and everything outside the app and its packages. */
export function ownerOf(project: Project): (file: string) => Owner | undefined {
  const packages = project.packages
    .filter((pkg): pkg is SourcePackage => pkg.kind === 'source')
    .map((pkg) => ({ prefix: pkg.directory + sep, owner: { kind: 'package', package: pkg } as const }))
    // The longest folder first: packages may lie inside the app's folder.
    .sort((a, b) => b.prefix.length - a.prefix.length);
  const appPrefix = project.directory + sep;
  return (file) => {
    for (const { prefix, owner } of packages) {
      if (file.startsWith(prefix)) return file.slice(prefix.length - 1).includes(NODE_MODULES) ? undefined : owner;
    }
    if (!file.startsWith(appPrefix) || file.slice(appPrefix.length - 1).includes(NODE_MODULES)) return undefined;
    return APP;
  };
}

/** The path that stack traces show: `app/server/main.js`, `packages/<name>/file.js`. */
export function displayPath(project: Project, of: Owner, file: string): string {
  const [root, shown] =
    of.kind === 'app' ? [project.directory, 'app'] : [of.package.directory, `packages/${of.package.name}`];
  return `${shown}/${file.slice(root.length + 1).replaceAll('\\', '/')}`;
}
