import { sep } from 'node:path';
import type { ChunkingContext, CodeSplittingNameFunction } from 'rolldown';
import { displayPath, ownerOf } from '../link/owners.js';
import { APP_ENTRY, EMPTY_PACKAGE, MISSING_MODULE, PACKAGE, virtualId, virtualSpecifier } from '../link/specifiers.js';
import { npmPackageOf } from '../npm/npm-package.js';
import type { Project, SourcePackage } from '../project/types.js';
import { INTEROP_ID, SOURCE_LOCATION_ID } from '../transform/index.js';
import { ModuleGraph } from './evaluation-order.js';

export const RUNTIME = 'bolide/runtime';
export const HOST_NODE = 'bolide/host-node';
export const HOST_BUN = 'bolide/host-bun';
const HOST = 'bolide/host';
export const APP_MAIN = 'app/main';

const NODE_MODULES = `${sep}node_modules${sep}`;

/** `ostrio:flow-router-extra` → `ostrio_flow-router-extra`, as Meteor names the files of packages. */
export const fileNameOf = (packageName: string): string => packageName.replaceAll(':', '_');

export const packageChunk = (packageName: string): string => `packages/${fileNameOf(packageName)}`;

/**
 * Tells which file of the bundle a module goes into; `null`: wherever the linker puts it.
 *
 * @param awaiting modules of the app with a top-level `await`
 */
export function chunkNamer(project: Project, awaiting: ReadonlySet<string>): CodeSplittingNameFunction {
  // The context is the same for all modules of one build, and the whole graph is known when the first one is asked for.
  let plan: ChunkPlan | undefined;
  return (id, context) => {
    plan ??= new ChunkPlan(project, awaiting, context);
    return plan.nameOf(id);
  };
}

/**
 * Files are evaluated one after another, each as a whole. So modules of several files may run in another order than
 * their imports say, unless they are put together with care:
 *
 * - What packages consist of, and the npm code that they use, is evaluated before the app anyway.
 * - CommonJS code runs when it is required, wherever it lies.
 * - All other modules that the app evaluates at start are in one file, in their order. Code that is loaded later may
 *   import some of them. If it is waited for with a top-level `await`, the module that waits must not be in their file,
 *   or both would wait for each other: then it has a file of its own, and so have those before and those after it.
 * - Modules that several `import()`s share have files of their own, and so have those that they are loaded with.
 */
class ChunkPlan {
  readonly #project: Project;
  readonly #graph: ModuleGraph;
  readonly #owner: ReturnType<typeof ownerOf>;
  readonly #sourcePackages: readonly SourcePackage[];
  readonly #eager = new Map<string, boolean>();
  readonly #names = new Map<string, string | null>();

  constructor(project: Project, awaiting: ReadonlySet<string>, context: ChunkingContext) {
    this.#project = project;
    this.#owner = ownerOf(project);
    this.#sourcePackages = project.packages.filter((pkg): pkg is SourcePackage => pkg.kind === 'source');
    this.#graph = new ModuleGraph(context);
    const entry = virtualId(APP_ENTRY);
    const done = new Set<string>();
    for (const imported of this.#graph.info(entry)?.importedIds ?? []) {
      if (virtualSpecifier(imported)?.startsWith(PACKAGE)) this.#graph.evaluationOrder(imported, done);
    }
    const appOrder = this.#graph.evaluationOrder(entry, done);
    const lazy = this.#graph.lazyClosures(done);
    this.#nameAppModules(appOrder, awaiting, lazy);
    this.#nameLazyModules(lazy);
  }

  nameOf(id: string): string | null {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    this.#names.set(id, null);
    const name = this.#isEager(id) ? (this.#ownChunk(id) ?? this.#npmChunk(id)) : null;
    this.#names.set(id, name);
    return name;
  }

  /** What the app evaluates first, in one file or in several that follow one another. */
  #nameAppModules(
    order: readonly string[],
    awaiting: ReadonlySet<string>,
    lazy: ReadonlyMap<string, readonly string[]>,
  ): void {
    const modules = order.filter((id) => this.#ownChunk(id) === undefined && !this.#isCommonJsPackage(id));
    const parts: string[][] = [[]];
    if (this.#isUsedLater(new Set(modules), lazy)) {
      for (const id of modules) {
        if (!awaiting.has(id)) parts.at(-1)?.push(id);
        else parts.push([id], []);
      }
    } else parts[0]?.push(...modules);
    // The entry, which is the last one, goes with what it waits for.
    const filled = parts.filter((part) => part.length > 0);
    const last = filled.at(-1);
    if (last?.length === 1 && last[0] === virtualId(APP_ENTRY) && filled.length > 1) {
      filled.pop();
      filled.at(-1)?.push(last[0]);
    }
    filled.forEach((part, index) => {
      const name = index === filled.length - 1 ? APP_MAIN : `${APP_MAIN}-${index + 1}`;
      for (const id of part) this.#names.set(id, name);
    });
  }

  /** Whether code that is loaded by `import()` is, or imports, one of these modules. */
  #isUsedLater(modules: ReadonlySet<string>, lazy: ReadonlyMap<string, readonly string[]>): boolean {
    for (const [target, closure] of lazy) {
      if (modules.has(target)) return true;
      for (const id of closure) {
        if (this.#graph.info(id)?.importedIds.some((imported) => modules.has(imported))) return true;
      }
    }
    return false;
  }

  #nameLazyModules(lazy: ReadonlyMap<string, readonly string[]>): void {
    const uses = new Map<string, number>();
    for (const closure of lazy.values()) for (const id of closure) uses.set(id, (uses.get(id) ?? 0) + 1);
    const isShared = (id: string): boolean => (uses.get(id) ?? 0) > 1 && this.#graph.info(id)?.inputFormat !== 'cjs';
    for (const closure of lazy.values()) {
      if (!closure.some(isShared)) continue;
      // Those that are asked for have files of their own already.
      for (const id of closure) if (!this.#names.has(id) && !lazy.has(id)) this.#names.set(id, this.#lazyName(id));
    }
  }

  #lazyName(id: string): string | null {
    if (id.startsWith('\0')) return null;
    const owner = this.#owner(id);
    const npm = npmPackageOf(id);
    const path = owner
      ? displayPath(this.#project, owner, id)
      : npm && `npm/${npm.name}@${npm.version}/${id.slice(npm.directory.length + 1)}`;
    return path === undefined
      ? null
      : `${path
          .replaceAll(sep, '/')
          .replaceAll(':', '_')
          .replace(/\.\w+$/, '')}.lazy`;
  }

  /** Whether a module is evaluated at start, not only after an `import()`. */
  #isEager(id: string): boolean {
    const known = this.#eager.get(id);
    if (known !== undefined) return known;
    this.#eager.set(id, false);
    const info = this.#graph.info(id);
    const result = info === null || info.isEntry || info.importers.some((importer) => this.#isEager(importer));
    // What was found inside of a cycle may be wrong for its other members; they are asked again.
    if (result) this.#eager.set(id, true);
    else this.#eager.delete(id);
    return result;
  }

  #ownChunk(id: string): string | undefined {
    const specifier = virtualSpecifier(id);
    if (specifier !== undefined) {
      const name = /^bolide:package(?:-body|-scope|-context)?\/(.+)$/.exec(specifier)?.[1];
      if (name !== undefined) return packageChunk(name);
      const requiring = /^bolide:npm-require\/packages\/([^/]+)\//.exec(specifier)?.[1];
      if (requiring !== undefined) return packageChunk(requiring);
      if (specifier === INTEROP_ID) return 'bolide/interop';
      if (specifier === EMPTY_PACKAGE || specifier.startsWith(MISSING_MODULE)) return 'bolide/missing';
      if (specifier === SOURCE_LOCATION_ID) return 'bolide/source-location';
      return specifier.startsWith('bolide:external') ? 'npm/external' : undefined;
    }
    if (!id.includes(NODE_MODULES)) {
      const owner = this.#sourcePackages.find((pkg) => id.startsWith(pkg.directory + sep));
      if (owner) return packageChunk(owner.name);
    }
    const npm = npmPackageOf(id);
    return npm?.name.startsWith('@bolide/')
      ? houseChunk(npm.name, id.slice(npm.directory.length + 1).split(sep))
      : undefined;
  }

  #isCommonJsPackage(id: string): boolean {
    return !id.startsWith('\0') && !this.#owner(id) && this.#graph.info(id)?.inputFormat === 'cjs';
  }

  /**
   * npm code of packages, and CommonJS code. A file of its own is evaluated before its importers. That makes no
   * difference to CommonJS, nor to modules without side effects. Others stay beside their importers, in the order of the
   * imports, unless importers in several files share them.
   */
  #npmChunk(id: string): string | null {
    if (id.startsWith('\0') || this.#owner(id)) return null;
    const npm = npmPackageOf(id);
    const info = this.#graph.info(id);
    if (!npm || !info) return null;
    const own = `npm/${npm.name}@${npm.version}`;
    if (info.inputFormat === 'cjs' || info.moduleSideEffects === false) return own;
    const importers = new Set(info.importers.map((importer) => this.nameOf(importer)));
    const [only = null] = importers;
    return importers.size === 1 ? only : own;
  }
}

/**
 * The folder of a file that the linker names itself: those of the groups above have one, others hold what is loaded by
 * `import()` and go beside those who ask for it.
 */
export function lazyChunkFolder(project: Project, chunk: { name: string; moduleIds: readonly string[] }): string {
  if (chunk.name.includes('/')) return '';
  if (chunk.name === 'rolldown-runtime') return 'bolide/';
  const last = chunk.moduleIds.at(-1) ?? '';
  const owner = ownerOf(project)(last);
  if (owner?.kind === 'package') return `packages/${fileNameOf(owner.package.name)}.`;
  // Not to take the names of the app's own files.
  const app = /^main(?:-\d+)?$/.test(chunk.name) ? 'app/lazy-' : 'app/';
  const npm = owner === undefined ? npmPackageOf(last) : undefined;
  if (!npm) return app;
  return npm.name.startsWith('@bolide/')
    ? `${houseChunk(npm.name, last.slice(npm.directory.length + 1).split(sep))}.`
    : `npm/${npm.name}@${npm.version}.`;
}

/** Bolide's own packages: `dist/<folder>/…`. */
function houseChunk(packageName: string, [, folder = '']: readonly string[]): string {
  if (packageName === '@bolide/meteor') return packageChunk(folder);
  if (packageName !== '@bolide/host') return RUNTIME;
  return folder === 'node' ? HOST_NODE : folder === 'bun' ? HOST_BUN : HOST;
}
