import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NpmCodeFacts } from '../transform/index.js';
import { type NpmPackage, nativeAddons } from './npm-package.js';

/** Helpers by which a package finds its compiled addon. */
const ADDON_LOADERS = [
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  'node-pre-gyp',
  '@mapbox/node-pre-gyp',
  'prebuild-install',
  '@neon-rs/load',
];

export const NATIVE_ADDON = 'native addon';

/** Whether a package has a compiled addon, or is made to load one. */
export function hasNativeAddon(pkg: NpmPackage): boolean {
  const { dependencies, optionalDependencies, gypfile, binary, napi } = pkg.packageJson;
  const needed = { ...(dependencies as object), ...(optionalDependencies as object) };
  return (
    gypfile === true ||
    Boolean(binary) ||
    Boolean(napi) ||
    ADDON_LOADERS.some((name) => name in needed) ||
    existsSync(join(pkg.directory, 'binding.gyp')) ||
    nativeAddons(pkg.directory).length > 0
  );
}

/** Why code cannot become part of a bundle; the gravest reason if there are several. */
export function codeReason(facts: NpmCodeFacts): string | undefined {
  if (facts.readsOwnFiles) return 'reads files beside its own code';
  if (facts.loadsComputedNames) return 'loads modules whose names it computes';
  if (facts.usesModuleSystem) return 'asks the module system about itself';
  if (facts.evaluatesCode) return 'evaluates code in its own scope';
  return facts.needsSloppyMode ? 'needs sloppy mode' : undefined;
}

/** Among several reasons the one that is told, whatever order they were found in. */
export const firstReason = (a: string | undefined, b: string): string => (a === undefined || b < a ? b : a);
