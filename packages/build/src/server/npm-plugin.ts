import { isBuiltin } from 'node:module';
import { extname, relative, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { missingModuleId } from '../link/missing-module.js';
import { ownerOf } from '../link/owners.js';
import {
  EXTERNAL_COMMONJS,
  EXTERNAL_REQUIRE,
  IN_NODE_MODULES,
  virtualId,
  virtualSpecifier,
} from '../link/specifiers.js';
import type { ExternalPlan } from '../npm/external-plan.js';
import { namesInStrings } from '../npm/names-in-strings.js';
import { findNpmPackage, type NpmPackage, npmPackageName, npmPackageOf, readNpmPackage } from '../npm/npm-package.js';
import { codeReason } from '../npm/package-reason.js';
import type { Project } from '../project/types.js';
import { npmCodeFacts } from '../transform/index.js';

/** Loads an external CommonJS package by Node's own `require`, so that its exports are what they are in Node. */
const EXTERNAL_REQUIRE_SOURCE = `import { createRequire } from 'node:module';
export const externalRequire = createRequire(import.meta.url);
`;

/** npm code may try to load what is not installed, in these ways. */
const MAY_BE_MISSING = new Set(['require-call', 'dynamic-import']);

/** Packages of Bolide that load others by their names, which are not linked as they bring native code. */
const LOADED_BY_NAME: ReadonlyMap<string, readonly string[]> = new Map([
  // On Node 20, which has no SQLite of its own.
  ['@bolide/embedded-mongo', ['libsql']],
]);

const JAVASCRIPT = /\.[cm]?js$/;

export interface NpmPluginOptions {
  readonly project: Project;
  readonly plan: ExternalPlan;
  /** Names of packages that the app may load by a computed name. */
  readonly appDependencies: ReadonlySet<string>;
}

/** Decides for each npm import of the server's graph: bundled, left in `node_modules`, or a builtin. */
export function npmPlugin({ project, plan, appDependencies }: NpmPluginOptions): Plugin {
  const owner = ownerOf(project);
  /** Folders of the packages that Bolide's own code uses; these are known to work in a bundle. */
  const platform = new Set<string>();
  const isPlatform = (pkg: NpmPackage): boolean => pkg.name.startsWith('@bolide/') || platform.has(pkg.directory);

  return {
    name: 'bolide:npm',
    resolveId: {
      async handler(source, importer, extra) {
        if (source.startsWith('\0') || source.startsWith('bolide:')) return null;
        if (isBuiltin(source) || source === 'bun' || source.startsWith('bun:')) {
          return {
            id: source.startsWith('node:') || source.startsWith('bun') ? source : `node:${source}`,
            external: true,
          };
        }
        const resolved =
          (await this.resolve(source, importer, { ...extra, skipSelf: true })) ?? hiddenPackageJson(source, importer);
        const from = importer === undefined || owner(importer) ? undefined : npmPackageOf(importer);
        if (!resolved) return from && MAY_BE_MISSING.has(extra.kind) ? missingModuleId(source, extra.kind) : null;
        if (resolved.external || owner(resolved.id)) return resolved;
        const pkg = npmPackageOf(resolved.id);
        if (!pkg || from?.directory === pkg.directory) return resolved;
        for (const name of LOADED_BY_NAME.get(pkg.name) ?? []) plan.noteName(name, pkg.directory);
        if (isPlatform(pkg)) return resolved;
        if (from && isPlatform(from)) {
          platform.add(pkg.directory);
          return resolved;
        }
        if (from && !source.startsWith('.')) plan.noteImport(from, npmPackageName(source), pkg);
        const external = plan.decide(pkg);
        if (!external) return resolved;
        const specifier = specifierOf(source, resolved.id, pkg, external.name);
        if (!isEsModule(pkg, resolved.id)) {
          return { id: virtualId(EXTERNAL_COMMONJS + specifier), moduleSideEffects: true };
        }
        return { id: specifier, external: true };
      },
    },
    load(id) {
      const specifier = virtualSpecifier(id);
      if (specifier === EXTERNAL_REQUIRE) return { code: EXTERNAL_REQUIRE_SOURCE, moduleType: 'js' };
      if (!specifier?.startsWith(EXTERNAL_COMMONJS)) return null;
      const name = JSON.stringify(specifier.slice(EXTERNAL_COMMONJS.length));
      return {
        code: `module.exports = require(${JSON.stringify(EXTERNAL_REQUIRE)}).externalRequire(${name});\n`,
        moduleType: 'js',
        moduleSideEffects: true,
      };
    },
    transform: {
      order: 'pre',
      filter: { id: /\.[cm]?[jt]sx?$/ },
      handler(code, id) {
        if (id.startsWith('\0')) return null;
        if (owner(id)) {
          for (const name of namesInStrings(code, appDependencies)) plan.noteName(name);
        } else if (JAVASCRIPT.test(id)) {
          const reason = codeReason(npmCodeFacts(code));
          if (reason !== undefined) plan.noteFile(id, reason);
        }
        return null;
      },
    },
  };
}

/** `pkg/package.json`, which Meteor gives although the package's exports map hides it. */
function hiddenPackageJson(source: string, importer: string | undefined): { id: string; external?: false } | null {
  if (!source.endsWith('/package.json') || source.startsWith('.') || !importer) return null;
  const directory = findNpmPackage(source.slice(0, -'/package.json'.length), importer);
  return directory ? { id: `${directory}/package.json` } : null;
}

/** How a module of the bundle names a file of a package in the bundle's `node_modules`. */
function specifierOf(source: string, file: string, pkg: NpmPackage, name: string): string {
  const path = relative(pkg.directory, file).split(sep).join('/');
  // Only with a map of exports a name means the same to the runtime as to the bundler, which completes paths.
  const isByName = !source.startsWith('.') && !source.startsWith('/') && !source.startsWith('#');
  if (isByName && pkg.packageJson.exports !== undefined) return name + source.slice(npmPackageName(source).length);
  return pkg.packageJson.exports === undefined ? `${name}/${path}` : `${IN_NODE_MODULES}${name}/${path}`;
}

function isEsModule(pkg: NpmPackage, file: string): boolean {
  const extension = extname(file);
  if (extension === '.mjs') return true;
  if (extension !== '.js') return false;
  const nearest = readNpmPackage(file.slice(0, file.lastIndexOf(sep))) ?? pkg;
  return nearest.packageJson.type === 'module';
}
