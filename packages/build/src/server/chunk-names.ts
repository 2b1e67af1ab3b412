import { sep } from 'node:path';
import type { ChunkingContext, CodeSplittingNameFunction } from 'rolldown';
import { ownerOf } from '../link/owners.js';
import { virtualSpecifier } from '../link/specifiers.js';
import { npmPackageOf } from '../npm/npm-package.js';
import type { Project, SourcePackage } from '../project/types.js';
import { INTEROP_ID, SOURCE_LOCATION_ID } from '../transform/index.js';

export const RUNTIME = 'bolide/runtime';
export const HOST_NODE = 'bolide/host-node';
export const HOST_BUN = 'bolide/host-bun';
const HOST = 'bolide/host';

const NODE_MODULES = `${sep}node_modules${sep}`;

/** `ostrio:flow-router-extra` → `ostrio_flow-router-extra`, as Meteor names the files of packages. */
export const fileNameOf = (packageName: string): string => packageName.replaceAll(':', '_');

export const packageChunk = (packageName: string): string => `packages/${fileNameOf(packageName)}`;

/** Tells which file of the bundle a module goes into; `null`: a file of its own kind, or wherever its importers are. */
export function chunkNamer(project: Project): CodeSplittingNameFunction {
  const sourcePackages = project.packages.filter((pkg): pkg is SourcePackage => pkg.kind === 'source');
  const eager = new Map<string, boolean>();
  const names = new Map<string, string | null>();

  /** Whether a module is evaluated at start, not only after an `import()`. */
  const isEager = (id: string, context: ChunkingContext): boolean => {
    const known = eager.get(id);
    if (known !== undefined) return known;
    eager.set(id, false);
    const info = context.getModuleInfo(id);
    const result = info === null || info.isEntry || info.importers.some((importer) => isEager(importer, context));
    // What was found inside of a cycle may be wrong for its other members; they are asked again.
    if (result) eager.set(id, true);
    else eager.delete(id);
    return result;
  };

  const nameOf = (id: string, context: ChunkingContext): string | null => {
    const known = names.get(id);
    if (known !== undefined) return known;
    names.set(id, null);
    const name = isEager(id, context) ? (ownChunk(id) ?? npmChunk(id, context)) : null;
    names.set(id, name);
    return name;
  };

  const ownChunk = (id: string): string | undefined => {
    const specifier = virtualSpecifier(id);
    if (specifier !== undefined) {
      const name = /^bolide:package(?:-body|-scope|-context)?\/(.+)$/.exec(specifier)?.[1];
      if (name !== undefined) return packageChunk(name);
      if (specifier === INTEROP_ID) return 'bolide/interop';
      if (specifier === SOURCE_LOCATION_ID) return 'bolide/source-location';
      return specifier.startsWith('bolide:external') ? 'npm/external' : undefined;
    }
    if (!id.includes(NODE_MODULES)) {
      const owner = sourcePackages.find((pkg) => id.startsWith(pkg.directory + sep));
      if (owner) return packageChunk(owner.name);
    }
    const npm = npmPackageOf(id);
    return npm?.name.startsWith('@bolide/')
      ? houseChunk(npm.name, id.slice(npm.directory.length + 1).split(sep))
      : undefined;
  };

  /**
   * A file of its own is evaluated before its importers. That makes no difference to CommonJS, which runs when it is
   * required, nor to modules without side effects. Others stay beside their importers, in the order of the imports,
   * unless importers in several files share them.
   */
  const npmChunk = (id: string, context: ChunkingContext): string | null => {
    if (!id.includes(NODE_MODULES)) return null;
    const npm = npmPackageOf(id);
    const info = context.getModuleInfo(id);
    if (!npm || !info) return null;
    const own = `npm/${npm.name}@${npm.version}`;
    if (info.inputFormat === 'cjs' || info.moduleSideEffects === false) return own;
    const importers = new Set(info.importers.map((importer) => nameOf(importer, context)));
    const [only = null] = importers;
    return importers.size === 1 ? only : own;
  };

  return nameOf;
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
  if (owner?.kind === 'app') return 'app/';
  const npm = npmPackageOf(last);
  if (!npm) return 'app/';
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
