import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { RolldownMagicString as MagicString, type Plugin } from 'rolldown';
import { BuildError } from '../build-error.js';
import { missingModuleId } from '../link/missing-module.js';
import { displayPath, ownerOf } from '../link/owners.js';
import { virtualId, virtualSpecifier } from '../link/specifiers.js';
import { findNpmPackage, npmPackageOf } from '../npm/npm-package.js';
import type { Project } from '../project/types.js';
import { usesGlobal } from '../transform/index.js';

const STUBS = 'meteor-node-stubs';
const EMPTY_STUB = 'bolide:empty-node-module';
const CODE = /\.(?:[cm]?[jt]sx?)$/;

/**
 * Node's own modules in client code. An npm package of the same name goes before, as does what a package's `browser`
 * field says. Else they come from the npm package `meteor-node-stubs`, if the app has it: some as other packages, some
 * as empty modules. The global `Buffer` is there where code uses it.
 */
export function nodeStubsPlugin(project: Project): Plugin {
  const stubs = findStubs(project.directory);
  const owner = ownerOf(project);
  const nameOf = (file: string | undefined): string => {
    const of = file === undefined ? undefined : owner(file);
    if (file !== undefined && of) return displayPath(project, of, file);
    const npm = file === undefined ? undefined : npmPackageOf(file);
    return npm ? `the npm package "${npm.name}" (${file})` : 'the app';
  };
  return {
    name: 'bolide:node-stubs',
    resolveId: {
      order: 'pre',
      async handler(source, importer, extra) {
        // `events/` asks for the npm package.
        if (!isBuiltin(source) || source.endsWith('/')) return null;
        const name = source.replace(/^node:/, '');
        const { browser } = (importer && npmPackageOf(importer)?.packageJson) || {};
        const replaced = typeof browser === 'object' ? (browser as Record<string, unknown>)[source] : undefined;
        if (replaced === false) return virtualId(EMPTY_STUB);
        if (replaced !== undefined) return null;
        if (name === source && findNpmPackage(name, importer ? dirname(importer) : project.directory)) return null;
        const stub = stubs?.modules[name];
        if (stub)
          return this.resolve(join(stubs.directory, 'node_modules', stub), importer, { ...extra, skipSelf: true });
        if (stub === null || stubs?.modules[name.split('/', 1)[0] ?? ''] === null) return virtualId(EMPTY_STUB);
        // Code may try it, or never get there.
        if (extra.kind !== 'import-statement') return missingModuleId(source, extra.kind);
        throw new BuildError(`Cannot find "${source}" for the client, imported by ${nameOf(importer)}.`, {
          remedy: stubs
            ? `The npm package ${STUBS} has nothing for it; use it on the server only.`
            : `Browsers have no modules of Node's. Run "npm install ${STUBS}" in the app, or use it on the server only.`,
        });
      },
    },
    load: (id) => (virtualSpecifier(id) === EMPTY_STUB ? { code: 'module.exports = {};\n', moduleType: 'js' } : null),
    transform: {
      filter: { id: CODE, code: /\bBuffer\b/ },
      handler(code, id) {
        if (!stubs || id.startsWith('\0') || id.startsWith(stubs.directory) || !usesGlobal(code, 'Buffer')) return null;
        const magic = new MagicString(code);
        const isModule = /^\s*(?:import|export)\b/m.test(code);
        magic.prepend(isModule ? "import { Buffer } from 'buffer'; " : "var { Buffer } = require('buffer'); ");
        // Taken apart, since the native map's properties are accessors.
        const { names, sources, mappings } = magic.generateMap({ source: id, hires: 'boundary' });
        return { code: magic.toString(), map: { names, sources, mappings } as never };
      },
    },
  };
}

interface Stubs {
  readonly directory: string;
  /** Module of Node's → path below the package's `node_modules`; null: an empty module. */
  readonly modules: Readonly<Record<string, string | null>>;
}

function findStubs(directory: string): Stubs | undefined {
  const found = findNpmPackage(STUBS, directory);
  if (found === undefined) return undefined;
  try {
    return { directory: found, modules: JSON.parse(readFileSync(join(found, 'map.json'), 'utf8')) as Stubs['modules'] };
  } catch (error) {
    throw new BuildError(`The npm package ${STUBS} cannot be read: ${(error as Error).message}`, {
      remedy: `Run "npm install ${STUBS}" in the app.`,
    });
  }
}
