import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BuildError } from '../build-error.js';
import { addonPlatform } from './addon-platform.js';
import type { ExternalPackage } from './external-plan.js';
import { type NpmPackage, nativeAddons } from './npm-package.js';
import type { Dependency } from './package-dependencies.js';

export interface TargetPlatform {
  readonly platform: string;
  readonly architecture: string;
}

/**
 * Copies npm packages that could not be bundled, with all they depend on, into `<bundle>/node_modules`. Symlinked and
 * hoisted layouts come out the same: one copy of each package, nested only where two versions are needed.
 *
 * @returns whether a native addon is among them, so that the bundle is for one platform
 */
export async function copyExternals(
  externals: readonly ExternalPackage[],
  dependenciesOf: (pkg: NpmPackage) => readonly Dependency[],
  bundle: string,
  target: TargetPlatform,
): Promise<boolean> {
  let hasAddons = false;
  const needed = (pkg: NpmPackage): readonly Dependency[] => withoutOtherPlatforms(pkg, dependenciesOf(pkg), target);
  for (const [destination, pkg] of placePackages(externals, needed)) {
    if (checkAddons(pkg, target)) hasAddons = true;
    await copyPackage(pkg, join(bundle, destination), target);
  }
  return hasAddons;
}

/**
 * Where each package goes, relative to the bundle. A package's dependencies are all placed before theirs are, so that
 * nothing comes between a package and what it has found.
 */
export function placePackages(
  externals: readonly Pick<ExternalPackage, 'name' | 'pkg'>[],
  dependenciesOf: (pkg: NpmPackage) => readonly Dependency[],
): Map<string, NpmPackage> {
  const placed = new Map<string, NpmPackage>();
  const queue: { pkg: NpmPackage; place: string }[] = [];
  const put = (place: string, pkg: NpmPackage): void => {
    placed.set(place, pkg);
    queue.push({ pkg, place });
  };
  for (const { name, pkg } of externals) put(`node_modules/${name}`, pkg);
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const { name, pkg } of dependenciesOf(next.pkg)) {
      const visible = lookUp(placed, name, next.place);
      if (visible?.directory === pkg.directory) continue;
      const place = `${visible ? `${next.place}/` : ''}node_modules/${name}`;
      if (place.split('/node_modules/').length > DEEPEST) throw tooDeep(pkg, place);
      if (!placed.has(place)) put(place, pkg);
    }
  }
  return placed;
}

/** Versions of packages that need each other in a circle would nest for ever. */
const DEEPEST = 20;

const tooDeep = (pkg: NpmPackage, place: string): BuildError =>
  new BuildError(`Several versions of "${pkg.name}" need each other in a circle.`, {
    remedy: 'Use "overrides" in package.json to have one version of it.',
    detail: place,
  });

/** What Node would find under a name from inside of a placed package. */
function lookUp(placed: ReadonlyMap<string, NpmPackage>, name: string, from: string): NpmPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const found = placed.get(`${folder}/node_modules/${name}`);
    if (found) return found;
    if (!folder.includes('/node_modules/')) return placed.get(`node_modules/${name}`);
  }
}

/** Folders of a package that only its build needs. `node_modules`: dependencies are placed one by one. */
const SKIPPED = new Set(['node_modules', '.git', 'obj.target', '.deps']);
/** What an addon is compiled from, and what is left over from that. */
const COMPILED = /\.(?:c|cc|cpp|cxx|h|hh|hpp|o|obj|a|lib|pdb|ilk|exp|mk)$/i;

async function copyPackage(pkg: NpmPackage, destination: string, target: TargetPlatform): Promise<void> {
  await mkdir(dirname(destination), { recursive: true });
  await cp(pkg.directory, destination, {
    recursive: true,
    dereference: true,
    filter: (source) => {
      const parts = relative(pkg.directory, source).split(sep);
      return !parts.some((part) => SKIPPED.has(part)) && !COMPILED.test(source) && !isPrebuiltForOthers(parts, target);
    },
  });
}

/** `prebuilds/<platform>-<architecture>` of another platform; some are for several architectures. */
function isPrebuiltForOthers([folder, place = '']: readonly string[], target: TargetPlatform): boolean {
  if (folder !== 'prebuilds' || !/^(?:android|darwin|freebsd|linux\w*|openbsd|sunos|win32)-/.test(place)) return false;
  const [platform = '', architectures = ''] = place.split('-');
  return !platform.startsWith(target.platform) || !architectures.split('+').includes(target.architecture);
}

/**
 * A package may have its addon in one optional dependency for each platform. If several are installed, those for others
 * are left out; if only others are, the first of them is refused later.
 */
function withoutOtherPlatforms(
  pkg: NpmPackage,
  dependencies: readonly Dependency[],
  target: TargetPlatform,
): readonly Dependency[] {
  const optional = (pkg.packageJson.optionalDependencies ?? {}) as Record<string, string>;
  const variants = dependencies.filter(({ name, pkg: { packageJson } }) => name in optional && packageJson.cpu);
  const fitting = variants.filter(
    ({ pkg: { packageJson } }) =>
      allows(packageJson.os, target.platform) && allows(packageJson.cpu, target.architecture),
  );
  if (fitting.length === 0) return dependencies;
  return dependencies.filter((dependency) => !variants.includes(dependency) || fitting.includes(dependency));
}

/** `os` and `cpu` of package.json: names, or names with `!` that are excluded. */
function allows(list: unknown, value: string): boolean {
  if (!Array.isArray(list)) return true;
  return list.includes(value) || (!list.includes(`!${value}`) && list.every((entry) => String(entry).startsWith('!')));
}

/** Whether a package has native addons; an error if none of them fits. */
function checkAddons(pkg: NpmPackage, target: TargetPlatform): boolean {
  const addons = nativeAddons(pkg.directory).map((file) => ({ file, ...addonPlatform(file) }));
  if (addons.length === 0) return false;
  const fits = addons.some(
    (addon) =>
      addon.platform === undefined ||
      (addon.platform === target.platform && addon.architectures.includes(target.architecture)),
  );
  if (fits) return true;
  const found = [...new Set(addons.map((addon) => `${addon.platform}-${addon.architectures.join('/')}`))].join(', ');
  throw new BuildError(
    `The native addon of "${pkg.name}" is for ${found}; the bundle is for ${target.platform}-${target.architecture}.`,
    {
      remedy: `Run "npm install" on (or for) ${target.platform}-${target.architecture}, then build again.`,
      detail: addons[0]?.file ?? '',
    },
  );
}
