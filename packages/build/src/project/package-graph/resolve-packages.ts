import { BuildError } from '../../build-error.js';
import { ALL_ARCHES } from '../arches.js';
import type { ListedPackage } from '../meteor-folder.js';
import { type OnlyIn, type PackageFacts, packageFacts } from '../package-js/package-facts.js';
import { packageFiles } from '../package-js/source-package.js';
import {
  asksForNewerMajor,
  type PackageConstraint,
  satisfiesConstraint,
  VersionSyntaxError,
} from '../package-versions.js';
import type { Arch, CatalogEntry, PackageCatalog, ProjectPackage, SourcePackage } from '../types.js';
import type { LocalPackage, LocalPackages } from './local-packages.js';
import { orderPackages, type PackageEdge } from './package-order.js';

export interface ResolveOptions {
  readonly directory: string;
  readonly catalog: PackageCatalog;
  readonly local: LocalPackages;
  /** From `.meteor/versions`. */
  readonly versions: ReadonlyMap<string, string>;
  readonly mode: 'production' | 'development';
  readonly includeTests: boolean;
  readonly warnings: Set<string>;
}

export interface ResolvedPackages {
  readonly packages: readonly ProjectPackage[];
  readonly loadOrder: Readonly<Record<Arch, readonly string[]>>;
  readonly listedByApp: readonly string[];
  readonly visibleToApp: readonly string[];
}

type SourceNode = { readonly kind: 'source'; readonly local: LocalPackage; readonly facts: PackageFacts };
/** `absent`: the package takes no part in this build (`debugOnly` in production and the like). */
type Node = SourceNode | CatalogEntry | { readonly kind: 'absent' };

interface UnknownPackage {
  readonly name: string;
  readonly wanted: Set<string>;
}

/**
 * Finds every package that the listed ones need, checks versions, and puts them into load order.
 * @throws BuildError for unknown packages, unsatisfied constraints, cycles and mistakes in package.js files.
 */
export async function resolvePackages(
  listed: readonly ListedPackage[],
  options: ResolveOptions,
): Promise<ResolvedPackages> {
  const graph = new PackageGraph(options);
  graph.addAll(listed);
  const names = listed.map(({ name }) => name);
  const packages = await graph.packages();
  const byName = new Map(packages.map((found) => [found.name, found]));
  const roots = [...new Set(names.flatMap((name) => graph.expanded(name)))];
  const order = orderPackages(roots, [...byName.keys()], (name, arch) => graph.edges(name, arch));
  return {
    packages: order.merged.map((name) => byName.get(name)).filter((found) => found !== undefined),
    loadOrder: order.byArch,
    listedByApp: roots,
    visibleToApp: [...new Set(names.flatMap((name) => [...graph.withImplied(name)]))].filter((name) =>
      byName.has(name),
    ),
  };
}

class PackageGraph {
  readonly #options: ResolveOptions;
  /** In the order in which they were met. */
  readonly #nodes = new Map<string, Node>();
  readonly #unknown = new Map<string, UnknownPackage>();
  readonly #overrides: string[] = [];

  constructor(options: ResolveOptions) {
    this.#options = options;
  }

  /** @throws BuildError if any package that is needed is unknown: one error for all of them. */
  addAll(listed: readonly ListedPackage[]): void {
    const pending: (PackageConstraint & { readonly where: string })[] = [...listed];
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const known = this.#nodes.get(next.name);
      const node = known ?? this.#find(next.name);
      if (node === undefined) {
        const unknown = this.#unknown.get(next.name) ?? { name: next.name, wanted: new Set() };
        this.#unknown.set(next.name, unknown);
        unknown.wanted.add(next.where);
        continue;
      }
      this.#checkConstraint(next, node);
      if (known !== undefined) continue;
      this.#nodes.set(next.name, node);
      pending.push(...needs(next.name, node));
    }
    this.#checkUnknown();
    if (this.#overrides.length > 0) {
      this.#options.warnings.add(
        `Source packages take the place of the built-in ${this.#overrides.join(', ')}; other built-in packages still use the built-in ones.`,
      );
    }
  }

  #find(name: string): Node | undefined {
    const { local, catalog, mode, includeTests, warnings } = this.#options;
    const found = local.byName.get(name);
    if (found !== undefined) {
      if (!takesPart(found.description.onlyIn, mode, includeTests)) return { kind: 'absent' };
      if (Object.hasOwn(catalog, name) && catalog[name]?.kind === 'platform') this.#overrides.push(name);
      if (found.description.deprecated !== undefined) {
        const why = found.description.deprecated === '' ? '' : `: ${found.description.deprecated}`;
        warnings.add(`${found.file}: the package ${name} is deprecated${why}`);
      }
      return { kind: 'source', local: found, facts: factsOf(found) };
    }
    const failure = local.failures.get(name) ?? local.failures.get(name.slice(name.indexOf(':') + 1));
    if (failure !== undefined) throw failure;
    if (Object.hasOwn(catalog, name)) return catalog[name];
    // Features of Meteor's tool that packages ask for. What matters of them shows in the package's calls.
    if (name.startsWith('isobuild:')) return { kind: 'steering', reason: 'feature marker' };
    return undefined;
  }

  #checkConstraint(wanted: PackageConstraint & { readonly where: string }, node: Node): void {
    if (wanted.constraint === undefined) return;
    if (node.kind === 'platform' && node.version !== undefined && asksForNewerMajor(node.version, wanted.constraint)) {
      this.#options.warnings.add(
        `${wanted.where}: ${wanted.name}@${wanted.constraint} is asked for; the built-in package corresponds to ${node.version}.`,
      );
    }
    if (node.kind !== 'source') return;
    const { version } = node.local.description;
    if (version === undefined || satisfies(version, wanted.constraint)) return;
    throw new BuildError(
      `${wanted.where}: ${wanted.name}@${wanted.constraint} is asked for, but ${node.local.file} describes version ${version}`,
      { remedy: `Change the constraint, or use a version of ${wanted.name} that satisfies it.` },
    );
  }

  #checkUnknown(): void {
    if (this.#unknown.size === 0) return;
    const { local, catalog } = this.#options;
    const unknown = [...this.#unknown.values()];
    const looked = [
      ...local.searched.map((folder) => `${folder}/*/package.js`),
      `the ${Object.keys(catalog).length} built-in packages`,
    ];
    const failed = [...local.failures.values()].map((failure) => `passed over: ${failure.message}`);
    const title = unknown.length === 1 ? 'Unknown package' : 'Unknown packages';
    throw new BuildError(`${title}: ${unknown.map(({ name }) => name).join(', ')}`, {
      remedy:
        'Put the source of the package into packages/ of the app or into a folder named in METEOR_PACKAGE_DIRS, or remove it where it is asked for.',
      detail: [
        ...unknown.map(({ name, wanted }) => `${name}: asked for in ${[...wanted].join(', ')}`),
        `looked for in: ${looked.join(', ')}`,
        ...failed,
      ].join('\n'),
    });
  }

  /** The source and platform packages that a name stands for: itself, or the members of a group. */
  expanded(name: string): readonly string[] {
    const seen = new Set<string>();
    const visit = (current: string): readonly string[] => {
      if (seen.has(current)) return [];
      seen.add(current);
      const node = this.#nodes.get(current);
      if (node?.kind === 'group') return node.implies.flatMap(visit);
      return node?.kind === 'source' || node?.kind === 'platform' ? [current] : [];
    };
    return visit(name);
  }

  /** The package itself and what it implies, directly or not, on `arch` (without it: on any). All kinds of packages. */
  withImplied(name: string, arch?: Arch): ReadonlySet<string> {
    const names = new Set([name]);
    // A set that grows while it is gone through also yields what was added.
    for (const current of names) {
      const node = this.#nodes.get(current);
      for (const implied of node === undefined ? [] : impliesOf(node, arch)) names.add(implied);
    }
    return names;
  }

  /** What must or should be loaded before a package. */
  edges(name: string, arch: Arch): readonly PackageEdge[] {
    const node = this.#nodes.get(name);
    if (node === undefined) return [];
    const soft = (to: string): PackageEdge[] =>
      this.expanded(to).map((expanded) => ({ to: expanded, required: false, where: undefined }));
    if (node.kind === 'platform') return [...(node.uses ?? []), ...(node.implies ?? [])].flatMap(soft);
    if (node.kind !== 'source') return [];
    const edges: PackageEdge[] = [];
    for (const use of node.facts.uses) {
      if (use.unordered || !use.arches.includes(arch)) continue;
      if (use.weak) {
        edges.push(...soft(use.name));
        continue;
      }
      for (const used of this.withImplied(use.name, arch)) {
        const kind = this.#nodes.get(used)?.kind;
        if (used !== name && (kind === 'source' || kind === 'platform')) {
          edges.push({ to: used, required: true, where: use.where });
        }
      }
    }
    return [...edges, ...impliesOf(node, arch).flatMap(soft)].filter(({ to }) => to !== name);
  }

  /** The packages themselves, in the order in which they were met. */
  async packages(): Promise<ProjectPackage[]> {
    const packages: ProjectPackage[] = [];
    for (const [name, node] of this.#nodes) {
      if (node.kind === 'platform') {
        packages.push({
          kind: 'platform',
          name,
          version: this.#options.versions.get(name),
          client: node.client,
          server: node.server,
          implies: (node.implies ?? []).flatMap((implied) => this.expanded(implied)),
        });
      } else if (node.kind === 'source') {
        packages.push(await this.#sourcePackage(name, node));
      }
    }
    return packages;
  }

  async #sourcePackage(name: string, { local, facts }: SourceNode): Promise<SourcePackage> {
    const { directory, includeTests, warnings } = this.#options;
    const tests = includeTests ? facts.tests : undefined;
    const modularArches = ALL_ARCHES.filter((arch) => this.#isModular(facts, arch));
    return {
      kind: 'source',
      name,
      version: local.description.version,
      summary: local.description.summary,
      directory: local.directory,
      conditional: local.description.onlyIn !== undefined,
      uses: facts.uses.flatMap((use) =>
        this.expanded(use.name)
          .filter((used) => used !== name)
          .map((used) => ({
            name: used,
            arches: use.arches,
            weak: use.weak,
            unordered: use.unordered,
            constraint: used === use.name ? use.constraint : undefined,
          })),
      ),
      implies: facts.implies.flatMap(({ name: implied, arches }) =>
        this.expanded(implied).map((expanded) => ({ name: expanded, arches })),
      ),
      exports: facts.exports,
      ...(await packageFiles(facts, local.directory, directory, warnings)),
      npmDependencies: facts.npmDependencies,
      npmStrip: facts.npmStrip,
      modular: modularArches.length > 0,
      modularArches,
      ...(tests === undefined
        ? {}
        : {
            tests: {
              uses: tests.uses.map(({ where, ...use }) => use),
              ...(await packageFiles(tests, local.directory, directory, warnings)),
            },
          }),
    };
  }

  #isModular(facts: PackageFacts, arch: Arch): boolean {
    return facts.uses.some(
      (use) =>
        !use.weak &&
        use.arches.includes(arch) &&
        [...this.withImplied(use.name, arch)].some((name) => MODULE_PACKAGES.has(name)),
    );
  }
}

const MODULE_PACKAGES = new Set(['modules', 'ecmascript', 'typescript']);

function factsOf(local: LocalPackage): PackageFacts {
  const facts = packageFacts(local.calls, local.file);
  for (const { name, where } of [...facts.uses, ...facts.implies]) {
    if (name === local.name) {
      throw new BuildError(`${where}: the package ${name} uses itself`, { remedy: 'Remove it from the list.' });
    }
  }
  return { ...facts, uses: implicitMeteor(local.name, facts) };
}

/** Every package uses `meteor`, also where it does not say so. */
function implicitMeteor(name: string, facts: PackageFacts): PackageFacts['uses'] {
  const missing = ALL_ARCHES.filter(
    (arch) => !facts.uses.some((use) => use.name === 'meteor' && use.arches.includes(arch)),
  );
  if (name === 'meteor' || missing.length === 0) return facts.uses;
  const use = {
    name: 'meteor',
    constraint: undefined,
    arches: missing,
    weak: false,
    unordered: false,
    where: `the package ${name}`,
  };
  return [use, ...facts.uses];
}

function takesPart(onlyIn: OnlyIn | undefined, mode: 'production' | 'development', tests: boolean): boolean {
  switch (onlyIn) {
    case undefined:
      return true;
    case 'debug':
      return mode === 'development';
    case 'production':
      return mode === 'production';
    case 'test':
      return tests;
    case 'development':
      return mode === 'development' && !tests;
  }
}

/** What must be in the build when the package is. */
function needs(name: string, node: Node): readonly (PackageConstraint & { readonly where: string })[] {
  if (node.kind === 'source') return [...node.facts.uses.filter((use) => !use.weak), ...node.facts.implies];
  const names = node.kind === 'platform' ? [...(node.implies ?? []), ...(node.uses ?? [])] : impliesOf(node, undefined);
  return names.map((needed) => ({ name: needed, constraint: undefined, where: `the built-in package ${name}` }));
}

function impliesOf(node: Node, arch: Arch | undefined): readonly string[] {
  switch (node.kind) {
    case 'source':
      return node.facts.implies
        .filter(({ arches }) => arch === undefined || arches.includes(arch))
        .map(({ name }) => name);
    case 'platform':
      return node.implies ?? [];
    case 'group':
      return node.implies;
    default:
      return [];
  }
}

function satisfies(version: string, constraint: string): boolean {
  try {
    return satisfiesConstraint(version, constraint);
  } catch (error) {
    // Both were checked where they were read.
    if (error instanceof VersionSyntaxError) return false;
    throw error;
  }
}
