import { isBuiltin } from 'node:module';
import { extname, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { EXTERNAL_COMMONJS, EXTERNAL_REQUIRE, virtualId, virtualSpecifier } from '../link/specifiers.js';
import type { ExternalPolicy } from '../npm/external-policy.js';
import { findNpmPackage, type NpmPackage, npmPackageOf, readNpmPackage } from '../npm/npm-package.js';

export interface ExternalPackage {
  readonly pkg: NpmPackage;
  readonly reason: string;
}

const NODE_MODULES = `${sep}node_modules${sep}`;

/** Loads an external CommonJS package by Node's own `require`, so that its exports are what they are in Node. */
const EXTERNAL_REQUIRE_SOURCE = `import { createRequire } from 'node:module';
export const externalRequire = createRequire(import.meta.url);
`;

/** Decides for each npm import of the server's graph: bundled, left in `node_modules`, or a builtin. */
export function npmPlugin(policy: ExternalPolicy, externals: Map<string, ExternalPackage>): Plugin {
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
        if (!resolved) return null;
        if (resolved.external || !resolved.id.includes(NODE_MODULES)) return resolved;
        const external = policy.reasonFor(resolved.id);
        if (!external) return resolved;
        const from = importer && npmPackageOf(importer);
        if (from && from.directory === external.pkg.directory) return resolved;
        externals.set(external.pkg.directory, external);
        const specifier = source.startsWith('.') ? specifierOf(external.pkg, resolved.id) : source;
        return isEsModule(external.pkg, resolved.id)
          ? { id: specifier, external: true }
          : { id: virtualId(EXTERNAL_COMMONJS + specifier), moduleSideEffects: true };
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
  };
}

/** `pkg/package.json`, which Meteor gives although the package's exports map hides it. */
function hiddenPackageJson(source: string, importer: string | undefined): { id: string; external?: false } | null {
  if (!source.endsWith('/package.json') || source.startsWith('.') || !importer) return null;
  const directory = findNpmPackage(source.slice(0, -'/package.json'.length), importer);
  return directory ? { id: `${directory}/package.json` } : null;
}

const specifierOf = (pkg: NpmPackage, file: string): string => `${pkg.name}/${file.slice(pkg.directory.length + 1)}`;

function isEsModule(pkg: NpmPackage, file: string): boolean {
  const extension = extname(file);
  if (extension === '.mjs') return true;
  if (extension !== '.js') return false;
  const nearest = readNpmPackage(file.slice(0, file.lastIndexOf(sep))) ?? pkg;
  return nearest.packageJson.type === 'module';
}
