import { cp, mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BuildError } from '../build-error.js';
import { addonPlatform } from './addon-platform.js';
import { findNpmPackage, type NpmPackage, nativeAddons, readNpmPackage } from './npm-package.js';

export interface TargetPlatform {
  readonly platform: string;
  readonly architecture: string;
}

/**
 * Copies npm packages that could not be bundled, with all they depend on, into `<bundle>/node_modules`. Symlinked and
 * hoisted layouts come out the same: one copy of each package, nested only where two versions are needed.
 */
export async function copyExternals(
  packages: Iterable<NpmPackage>,
  bundle: string,
  target: TargetPlatform,
): Promise<void> {
  const placed = new Map<string, string>();
  const place = async (pkg: NpmPackage, parent: string): Promise<void> => {
    const top = join(bundle, 'node_modules', pkg.name);
    const atTop = placed.get(top);
    if (atTop === pkg.directory) return;
    const destination = atTop === undefined ? top : join(parent, 'node_modules', pkg.name);
    if (placed.get(destination) === pkg.directory) return;
    placed.set(destination, pkg.directory);
    checkAddons(pkg, target);
    await mkdir(destination, { recursive: true });
    await cp(pkg.directory, destination, {
      recursive: true,
      dereference: true,
      filter: (source) =>
        !relative(pkg.directory, source)
          .split(sep)
          .some((part) => SKIPPED.has(part)),
    });
    const optional = pkg.packageJson.optionalDependencies as Record<string, string> | undefined;
    const needed = { ...(pkg.packageJson.dependencies as object), ...(pkg.packageJson.peerDependencies as object) };
    for (const name of Object.keys({ ...needed, ...optional }).sort()) {
      const directory = findNpmPackage(name, pkg.directory);
      const found = directory && readNpmPackage(await realDirectory(directory));
      // An optional or peer package that is not installed is the package's own business.
      if (found) await place(found, destination);
    }
  };
  for (const pkg of [...packages].sort((a, b) => (a.directory < b.directory ? -1 : 1))) await place(pkg, bundle);
}

/** Folders of a package that only its build needs. `node_modules`: dependencies are placed one by one. */
const SKIPPED = new Set(['node_modules', '.git', 'obj.target', '.deps']);

async function realDirectory(directory: string): Promise<string> {
  const { realpath } = await import('node:fs/promises');
  return realpath(directory);
}

function checkAddons(pkg: NpmPackage, target: TargetPlatform): void {
  const addons = nativeAddons(pkg.directory).map((file) => ({ file, ...addonPlatform(file) }));
  if (addons.length === 0) return;
  const fits = addons.some(
    (addon) =>
      addon.platform === undefined ||
      (addon.platform === target.platform && addon.architectures.includes(target.architecture)),
  );
  if (fits) return;
  const found = [...new Set(addons.map((addon) => `${addon.platform}-${addon.architectures.join('/')}`))].join(', ');
  throw new BuildError(
    `The native addon of "${pkg.name}" is for ${found}; the bundle is for ${target.platform}-${target.architecture}.`,
    {
      remedy: `Run "npm install" on (or for) ${target.platform}-${target.architecture}, then build again.`,
      detail: addons[0]?.file ?? '',
    },
  );
}
