import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsSloppyMode } from '../transform/index.js';
import { type NpmPackage, nativeAddons, npmPackageOf } from './npm-package.js';

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

/**
 * Code that finds files beside itself would look in the wrong place once bundled. Workers and dynamic requires of
 * computed names are the other common forms.
 */
const READS_OWN_FILES =
  /\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename)\b|\brequire\.resolve\b|\brequire\.main\b/;

/** Decides per npm package whether its code goes into the bundle's own modules or stays in `node_modules`, and why. */
export class ExternalPolicy {
  readonly #reasons = new Map<string, string | undefined>();
  readonly #listed: ReadonlySet<string>;

  constructor(listed: Iterable<string>) {
    this.#listed = new Set(listed);
  }

  /** The reason why the package of that file must stay in `node_modules`; `undefined`: it can be bundled. */
  reasonFor(file: string): { pkg: NpmPackage; reason: string } | undefined {
    const pkg = npmPackageOf(file);
    if (!pkg) return undefined;
    let reason = this.#reasons.get(pkg.directory);
    if (!this.#reasons.has(pkg.directory)) {
      reason = this.#packageReason(pkg);
      this.#reasons.set(pkg.directory, reason);
    }
    reason ??= fileReason(file);
    // One file that must stay outside takes its whole package along, so that there is one copy of its state.
    if (reason !== undefined) this.#reasons.set(pkg.directory, reason);
    return reason === undefined ? undefined : { pkg, reason };
  }

  #packageReason(pkg: NpmPackage): string | undefined {
    if (this.#listed.has(pkg.name)) return 'listed in package.json under bolide.external';
    const { dependencies, optionalDependencies, gypfile, binary, napi } = pkg.packageJson;
    const needed = { ...(dependencies as object), ...(optionalDependencies as object) };
    const loader = ADDON_LOADERS.find((name) => name in needed);
    if (gypfile === true || binary || napi || loader || existsSync(join(pkg.directory, 'binding.gyp'))) {
      return 'native addon';
    }
    return nativeAddons(pkg.directory).length > 0 ? 'native addon' : undefined;
  }
}

const fileReasons = new Map<string, string | undefined>();

function fileReason(file: string): string | undefined {
  if (fileReasons.has(file)) return fileReasons.get(file);
  let reason: string | undefined;
  if (/\.(?:[cm]?js)$/.test(file)) {
    const source = readFileSync(file, 'utf8');
    if (READS_OWN_FILES.test(source)) reason = 'reads files beside its own code';
    else if (needsSloppyMode(source)) reason = 'needs sloppy mode';
  }
  fileReasons.set(file, reason);
  return reason;
}
