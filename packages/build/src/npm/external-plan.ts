import { externalName } from './external-names.js';
import { findRealNpmPackage, type NpmPackage, npmPackageOf } from './npm-package.js';
import { type Dependency, dependenciesOf } from './package-dependencies.js';
import { firstReason, hasNativeAddon, NATIVE_ADDON } from './package-reason.js';

/** An npm package that stays in the bundle's `node_modules`. */
export interface ExternalPackage {
  readonly pkg: NpmPackage;
  /** Its name there: its own, unless another version has that. */
  readonly name: string;
  readonly reason: string;
}

export interface ExternalPlanOptions {
  /** The app's folder. */
  readonly directory: string;
  /** `bolide.external` of package.json: names, `@scope/*`, or `*` for all. */
  readonly listed: readonly string[];
  /** Names in the app's `dependencies` and `optionalDependencies`. */
  readonly appDependencies: ReadonlySet<string>;
}

/**
 * Decides for each npm package whether its code becomes part of the bundle's own modules or stays in `node_modules`.
 * What speaks against the former is only known when all files that are used have been read, so the server is linked in
 * rounds: a package that was bundled, and of which one file turned out to be unfit, stays outside in the next round,
 * and so does every bundled package that an outside one loads as well: there must be one copy of its state. A round
 * sees a part of the modules of the one before, so that two or three rounds are enough; most apps need one.
 */
export class ExternalPlan {
  readonly #options: ExternalPlanOptions;
  /** Package's folder → why it was found in an earlier round to be better outside. */
  readonly #outside = new Map<string, string>();
  /** Likewise, found in this round. */
  readonly #found = new Map<string, string>();
  readonly #own = new Map<string, string | undefined>();
  readonly #named = new Map<string, NpmPackage>();
  readonly #bundled = new Map<string, NpmPackage>();
  readonly #used = new Map<string, ExternalPackage>();
  /** What files of a package were seen to import, from all rounds: not everything is declared. */
  readonly #imports = new Map<string, Map<string, Dependency>>();
  readonly #names = new Map<string, string>();

  constructor(options: ExternalPlanOptions) {
    this.#options = options;
  }

  startRound(): void {
    this.#found.clear();
    this.#bundled.clear();
    this.#used.clear();
  }

  /** How the package is to be imported by code of the bundle; `undefined`: it becomes part of it. */
  decide(pkg: NpmPackage): ExternalPackage | undefined {
    const reason = this.#outside.get(pkg.directory) ?? this.#ownReason(pkg);
    if (reason === undefined) {
      this.#bundled.set(pkg.directory, pkg);
      return undefined;
    }
    const known = this.#used.get(pkg.directory);
    if (known) return known;
    const external = { pkg, name: this.#nameOf(pkg), reason };
    this.#used.set(pkg.directory, external);
    return external;
  }

  /** A file of the package imports another package, under that name. */
  noteImport(importer: NpmPackage, name: string, imported: NpmPackage): void {
    const known = this.#imports.get(importer.directory) ?? new Map<string, Dependency>();
    known.set(name, { name, pkg: imported });
    this.#imports.set(importer.directory, known);
  }

  /** A file that has become part of the bundle should not have. */
  noteFile(file: string, reason: string): void {
    const pkg = npmPackageOf(file);
    if (!pkg || !this.#bundled.has(pkg.directory)) return;
    this.#found.set(pkg.directory, firstReason(this.#found.get(pkg.directory), reason));
  }

  /**
   * The server's own code has a package's name in a string: somebody may load it by that, such as a logger's transport.
   *
   * @param from The folder from where it is to be found. Default: the app's.
   */
  noteName(name: string, from = this.#options.directory): void {
    const pkg = findRealNpmPackage(name, from);
    if (pkg && npmPackageOf(pkg.directory)?.directory !== this.#options.directory) this.#named.set(pkg.directory, pkg);
  }

  /** Ends a round. True if what it found asks for another one. */
  settle(): boolean {
    for (const [directory, reason] of this.#found) this.#outside.set(directory, reason);
    for (const [directory, pkg] of this.#named) {
      if (this.#bundled.has(pkg.directory) && !this.#outside.has(directory)) this.#outside.set(directory, NAMED);
    }
    const roots = [...this.#used.values()].map(({ pkg }) => pkg);
    for (const directory of this.#outside.keys()) {
      const pkg = this.#bundled.get(directory);
      if (pkg) roots.push(pkg);
    }
    for (const directory of this.#closure([...roots, ...this.#named.values()])) {
      if (this.#bundled.has(directory) && !this.#outside.has(directory)) this.#outside.set(directory, SHARED);
    }
    return [...this.#bundled.keys()].some((directory) => this.#outside.has(directory));
  }

  /** What the last round left outside, sorted. */
  externals(): ExternalPackage[] {
    const all = new Map(this.#used);
    for (const [directory, pkg] of this.#named) {
      if (!all.has(directory)) all.set(directory, { pkg, name: this.#nameOf(pkg), reason: NAMED });
    }
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** All packages that a package outside may load. */
  dependenciesOf(pkg: NpmPackage): Dependency[] {
    const all = new Map(this.#imports.get(pkg.directory));
    for (const dependency of dependenciesOf(pkg, this.#options.appDependencies)) all.set(dependency.name, dependency);
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #closure(roots: readonly NpmPackage[]): Set<string> {
    const seen = new Set<string>();
    const queue = [...roots];
    for (let pkg = queue.pop(); pkg; pkg = queue.pop()) {
      if (seen.has(pkg.directory)) continue;
      seen.add(pkg.directory);
      for (const dependency of this.dependenciesOf(pkg)) queue.push(dependency.pkg);
    }
    return seen;
  }

  #ownReason(pkg: NpmPackage): string | undefined {
    if (!this.#own.has(pkg.directory)) {
      const isListed = this.#options.listed.some((pattern) => matches(pattern, pkg.name));
      this.#own.set(pkg.directory, isListed ? LISTED : hasNativeAddon(pkg) ? NATIVE_ADDON : undefined);
    }
    return this.#own.get(pkg.directory);
  }

  #nameOf(pkg: NpmPackage): string {
    let name = this.#names.get(pkg.directory);
    if (name === undefined) {
      name = externalName(pkg, this.#options.directory);
      this.#names.set(pkg.directory, name);
    }
    return name;
  }
}

const LISTED = 'listed in package.json under bolide.external';
const NAMED = 'named in a string of the server’s code';
const SHARED = 'used by a package in node_modules too';

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
