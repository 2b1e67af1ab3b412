import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { BuildError } from '../build-error.js';
import type { PlatformLocation } from '../options.js';
import type { Arch, Project, ProjectPackage } from '../project/types.js';
import { visibleSymbols } from '../project/visible-symbols.js';
import {
  INTEROP_ID,
  interopModule,
  packageScopeId,
  packageScopeModule,
  type SloppyScript,
  SOURCE_LOCATION_ID,
  sourceLocationModule,
  transformModule,
} from '../transform/index.js';
import { resolveVisibleOrHidden } from './hidden-file.js';
import type { LinkageTable } from './linkage.js';
import { missingModule, missingModuleId } from './missing-module.js';
import { displayPath, type Owner, ownerOf } from './owners.js';
import { hasModule, packageModule, sideOf, sourcePackageBody } from './package-module.js';
import {
  EMPTY_PACKAGE,
  MISSING_MODULE,
  NPM_REQUIRE,
  PACKAGE,
  PACKAGE_BODY,
  PACKAGE_CONTEXT,
  PACKAGE_SCOPE,
  SLOPPY_SCRIPT,
  virtualId,
  virtualSpecifier,
} from './specifiers.js';
import { typescriptFacts } from './typescript-facts.js';

export interface MeteorPluginOptions {
  readonly project: Project;
  readonly arch: Arch;
  readonly mode: 'production' | 'development';
  readonly platform: PlatformLocation;
  /** Source of `bolide:package-context/<name>`; `undefined` name: the app. */
  readonly contextModule: (packageName: string | undefined) => string;
  /** More virtual modules by specifier. */
  readonly virtualModules?: ReadonlyMap<string, () => string>;
  /** Where npm packages of a source package are looked for first. */
  readonly npmDirectories: ReadonlyMap<string, string>;
  readonly linkages: LinkageTable;
  /** A module with a top-level `await`. */
  readonly onTopLevelAwait?: (id: string) => void;
  /** A script that stays sloppy: its file below `sloppy/` in the bundle, and its text. */
  readonly onSloppyScript?: (file: string, script: SloppyScript) => void;
}

interface Resolver {
  resolve(source: string, importer?: string, options?: object): Promise<{ id: string } | null>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** `packages/a:b/with.js` → `packages/a_b/with.js.cjs` */
const scriptFile = (path: string): string => `${path.replaceAll(':', '_')}.cjs`;

const BARE_IMPORT = /\bimport\s*(['"])([^'"\n]+)\1/g;

const EXTENSION = /\.(?:[cm]?[jt]sx?)$/;

/**
 * Teaches the bundler what Meteor code takes for granted: `meteor/…` imports, absolute paths, package scope, free names
 * of package exports. It serves the server's graph and, under Vite, the clients'.
 */
export function meteorPlugin(options: MeteorPluginOptions): Plugin {
  const { project, arch, platform, linkages } = options;
  const side = sideOf(arch);
  const owner = ownerOf(project);
  const byName = new Map<string, ProjectPackage>(project.packages.map((pkg) => [pkg.name, pkg]));
  const symbolTables = new Map<string, ReadonlyMap<string, string>>();
  const typescript = typescriptFacts(project);
  /** Folders of platform packages that share npm packages with the app → the package's name. */
  const sharingFolders = new Map<string, string>();
  /** `bolide:npm-require/<path>` → its source, and the module from which its names are resolved. */
  const npmRequires = new Map<string, { readonly importer: string; readonly code: string }>();

  const symbolsFor = (of: Owner): ReadonlyMap<string, string> => {
    const key = of.kind === 'app' ? '' : of.package.name;
    const known = symbolTables.get(key);
    if (known) return known;
    const table = visibleSymbols(project, of.kind === 'app' ? 'app' : { package: of.package.name }, arch);
    symbolTables.set(key, table);
    return table;
  };

  const resolvePackage = (specifier: string, importer: string | undefined): string => {
    const [name = '', ...rest] = specifier.slice('meteor/'.length).split('/');
    const pkg = byName.get(name);
    if (!pkg) {
      const known = platform.catalog[name];
      if (known?.kind === 'steering' || known?.kind === 'group') return virtualId(EMPTY_PACKAGE);
      throw new BuildError(`Cannot find package "${name}", imported by ${importer ?? 'the app'}.`, {
        remedy: known
          ? `Add "${name}" to .meteor/packages, or to the package's api.use.`
          : `Put it into packages/${name}, or in a folder named by METEOR_PACKAGE_DIRS.`,
      });
    }
    if (rest.length > 0) {
      if (pkg.kind === 'source') return join(pkg.directory, ...rest);
      const known = platform.catalog[name];
      const module = rest.join('/');
      if (known?.kind === 'platform' && known.modules?.includes(module)) return `@bolide/meteor/${name}/${module}`;
      throw new BuildError(`Cannot import "${specifier}" in ${importer ?? 'the app'}: "${name}" is built in.`, {
        remedy: `Import from "meteor/${name}".`,
      });
    }
    return virtualId(hasModule(pkg, arch) ? PACKAGE + name : EMPTY_PACKAGE);
  };

  /**
   * The default import of CommonJS code is its `exports.default` if it was an ES module once, whatever "type" the app's
   * package.json says: so it is in Meteor. The linker asks package.json, unless it does not know of one.
   */
  const withMeteorInterop = <T extends { id: string } | null>(resolved: T): T =>
    resolved && owner(resolved.id) ? { ...resolved, packageJsonPath: undefined } : resolved;

  /** Modules of the app and its packages → what they import only to have it evaluated, `import 'x'`. */
  const bareImports = new Map<string, ReadonlySet<string>>();

  return {
    name: 'bolide:meteor',

    resolveId: {
      order: 'pre',
      async handler(source, importer, extra) {
        if (source.startsWith(SLOPPY_SCRIPT)) {
          return { id: `#sloppy/${scriptFile(source.slice(SLOPPY_SCRIPT.length))}`, external: true };
        }
        if (source.startsWith('bolide:')) return virtualId(source);
        if (source.startsWith('\0')) return null;
        if (source.startsWith('meteor/')) {
          const resolved = resolvePackage(source, importer);
          if (resolved.startsWith('@bolide/')) return resolvePlatform(this, resolved, extra);
          return resolved.startsWith('\0') ? resolved : this.resolve(resolved, importer, { ...extra, skipSelf: true });
        }
        if (source.startsWith('@bolide/')) {
          return resolvePlatform(this, source, extra);
        }
        const from = importer && owner(importer);
        if (!from) {
          const sharing = importer && sharingPackage(source, importer);
          if (sharing) return resolvePeer(this, source, sharing, extra);
          // Entries of the build's own modules.
          if (isAbsolute(source) && owner(source)) {
            return withMeteorInterop(await this.resolve(source, importer, { ...extra, skipSelf: true }));
          }
          const context = importer && virtualSpecifier(importer);
          const requiring = context ? npmRequires.get(context) : undefined;
          if (requiring) return this.resolve(source, requiring.importer, { ...extra, skipSelf: false });
          if (context?.startsWith(PACKAGE_CONTEXT)) {
            return resolveNpm(this, source, context.slice(PACKAGE_CONTEXT.length + 1), extra);
          }
          return null;
        }
        if (source.startsWith('/')) {
          const root = from.kind === 'app' ? project.directory : from.package.directory;
          if (!source.startsWith(`${root}/`)) {
            return withMeteorInterop(await this.resolve(join(root, source), importer, { ...extra, skipSelf: true }));
          }
        } else if (from.kind === 'package' && !source.startsWith('.')) {
          const resolved = await resolveNpm(this, source, from.package.name, extra);
          return resolved ?? (extra.kind === 'require-call' ? missingModuleId(source, extra.kind) : null);
        }
        const resolved = await resolveVisibleOrHidden(source, importer, (specifier) =>
          this.resolve(specifier, importer, { ...extra, skipSelf: true }),
        );
        // A `require` that leads nowhere fails when it is reached, so that code can try it.
        if (!resolved && extra.kind === 'require-call') return missingModuleId(source, extra.kind);
        // Who asks for it means it, whatever the package says about side effects.
        if (resolved && bareImports.get(importer)?.has(source)) return { ...resolved, moduleSideEffects: true };
        return withMeteorInterop(resolved);
      },
    },

    load(id) {
      const specifier = virtualSpecifier(id);
      if (specifier === undefined) return null;
      const code = loadVirtual(specifier);
      return code === undefined ? null : { code, moduleType: 'js', moduleSideEffects: true };
    },

    transform: {
      filter: { id: EXTENSION },
      async handler(code, id) {
        const file = id.split('?', 1)[0] ?? id;
        const of = owner(file);
        if (!of || !EXTENSION.test(file)) return null;
        bareImports.set(id, new Set([...code.matchAll(BARE_IMPORT)].map(([, , source = '']) => source)));
        const shared = of.kind === 'package' ? linkages.packages.get(of.package.name) : linkages.app;
        const result = await transformModule(code, file, {
          displayPath: displayPath(project, of, file),
          side,
          mode: options.mode,
          owner: of.kind === 'app' ? { kind: 'app' } : { kind: 'package', name: of.package.name },
          style: of.kind === 'package' && !of.package.modular ? 'linked' : 'module',
          bare:
            of.kind === 'app'
              ? project.sources[arch].bare.includes(file)
              : of.package.files.some((entry) => entry.file === file && entry.bare),
          symbols: symbolsFor(of),
          packageScope: shared?.scope ?? NO_NAMES,
          // Packages have no tsconfig.json of their own in Meteor; the app's is for the app's files.
          typescript: of.kind === 'app' ? typescript : undefined,
        });
        if (result.facts.hasTopLevelAwait) options.onTopLevelAwait?.(id);
        if (result.sloppyScript)
          options.onSloppyScript?.(scriptFile(displayPath(project, of, file)), result.sloppyScript);
        const npm = await registration(this, of, id, result.facts.npmRequires);
        return { code: result.code + npm, map: result.map as never, moduleType: 'js', moduleSideEffects: true };
      },
    },
  };

  /**
   * Code behind a module that makes the npm packages it asks for with `Npm.require('…')` part of the bundle. Those that
   * are not installed fail when they are asked for, as in Meteor.
   */
  async function registration(context: Resolver, of: Owner, id: string, names: readonly string[]): Promise<string> {
    if (side === 'client') return '';
    const entries: string[] = [];
    for (const name of new Set(names)) {
      if (isBuiltin(name) || (await context.resolve(name, id, { skipSelf: false })) === null) continue;
      entries.push(`${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
    }
    if (entries.length === 0) return '';
    const packageName = JSON.stringify(of.kind === 'app' ? null : of.package.name);
    const specifier = NPM_REQUIRE + displayPath(project, of, id);
    npmRequires.set(specifier, {
      importer: id,
      code: `import { registerNpm } from '@bolide/runtime';\nregisterNpm(${packageName}, {\n  ${entries.join(',\n  ')},\n});\n`,
    });
    // Imports are evaluated before the module's own code, wherever they stand.
    return `\nimport ${JSON.stringify(specifier)};\n`;
  }

  function loadVirtual(specifier: string): string | undefined {
    const npmRequire = npmRequires.get(specifier);
    if (npmRequire) return npmRequire.code;
    const more = options.virtualModules?.get(specifier);
    if (more) return more();
    if (specifier.startsWith(MISSING_MODULE)) return missingModule(specifier.slice(MISSING_MODULE.length));
    if (specifier === INTEROP_ID) return interopModule();
    if (specifier === SOURCE_LOCATION_ID) return sourceLocationModule('../');
    if (specifier === EMPTY_PACKAGE) return 'module.exports = {};\n';
    if (specifier.startsWith(PACKAGE_BODY)) return bodyOf(specifier.slice(PACKAGE_BODY.length));
    if (specifier === packageScopeId(undefined)) return packageScopeModule(linkages.app.scope, linkages.app.reassigned);
    if (specifier.startsWith(PACKAGE_SCOPE)) {
      const linkage = linkages.packages.get(specifier.slice(PACKAGE_SCOPE.length));
      return packageScopeModule(linkage?.scope ?? [], linkage?.reassigned);
    }
    if (specifier.startsWith(PACKAGE_CONTEXT)) {
      return options.contextModule(specifier.slice(PACKAGE_CONTEXT.length + 1) || undefined);
    }
    if (specifier.startsWith(PACKAGE)) {
      const name = specifier.slice(PACKAGE.length);
      return packageModule(name, linkages.packages.get(name)?.mainHasDefault ?? false);
    }
    return undefined;
  }

  function bodyOf(name: string): string {
    const pkg = byName.get(name);
    if (pkg?.kind !== 'source') {
      const uses = platform.catalog[name];
      const along = uses?.kind === 'platform' ? (uses.uses ?? []) : [];
      const loaded = along.filter((used) => byName.has(used) && hasModule(byName.get(used) as ProjectPackage, arch));
      return [
        ...loaded.map((used) => `import ${JSON.stringify(PACKAGE + used)};`),
        `export * from ${JSON.stringify(`@bolide/meteor/${name}`)};`,
        '',
      ].join('\n');
    }
    const linkage = linkages.packages.get(name);
    if (!linkage) throw new BuildError(`Package "${name}" was not analysed.`);
    return sourcePackageBody(project, pkg, arch, linkage);
  }

  /** Resolves a module of Bolide from where Bolide lies, and notes the folders of packages that share npm packages. */
  async function resolvePlatform(context: Resolver, source: string, extra: object) {
    const resolved = await context.resolve(source, platform.resolveFrom, { ...extra, skipSelf: true });
    const [, name = ''] = /^@bolide\/meteor\/([^/]+)/.exec(source) ?? [];
    const entry = platform.catalog[name];
    if (resolved && entry?.kind === 'platform' && entry.peers) sharingFolders.set(dirname(resolved.id) + sep, name);
    return resolved as never;
  }

  /** Name of the platform package that a file is of, if what it imports is an npm package that it shares with the app. */
  function sharingPackage(source: string, importer: string): string | undefined {
    for (const [folder, name] of sharingFolders) {
      if (!importer.startsWith(folder)) continue;
      const entry = platform.catalog[name];
      const peers = (entry?.kind === 'platform' && entry.peers) || [];
      return peers.some((peer) => source === peer || source.startsWith(`${peer}/`)) ? name : undefined;
    }
    return undefined;
  }

  /** Resolves an npm package that a platform package shares with the app as the app does: there must be one copy. */
  async function resolvePeer(context: Resolver, source: string, packageName: string, extra: object) {
    const resolved = await context.resolve(source, join(project.directory, 'package.js'), { ...extra, skipSelf: true });
    if (resolved) return resolved as never;
    throw new BuildError(`Package "${packageName}" needs the npm package "${source}", which the app does not have.`, {
      remedy: `Install it: npm install ${source}`,
    });
  }

  async function resolveNpm(context: Resolver, source: string, packageName: string, extra: object) {
    const places = [options.npmDirectories.get(packageName), byName.get(packageName), project.directory];
    for (const place of places) {
      const directory = typeof place === 'object' ? (place.kind === 'source' ? place.directory : undefined) : place;
      if (directory === undefined || !existsSync(directory)) continue;
      const found = await context.resolve(source, join(directory, 'package.js'), { ...extra, skipSelf: true });
      if (found) return found as never;
    }
    return null;
  }
}
