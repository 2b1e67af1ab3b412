import semver from 'semver';
import { BuildError } from '../../build-error.js';
import { ALL_ARCHES, ARCH_WORDS, archesCovered } from '../arches.js';
import { shown } from '../messages.js';
import { isObject } from '../package-json.js';
import {
  checkPackageName,
  type PackageConstraint,
  parsePackageConstraint,
  parsePackageVersion,
  VersionSyntaxError,
} from '../package-versions.js';
import type { Arch } from '../types.js';
import { isKnownBuildPlugin, knownBuildPlugins } from './build-plugins.js';
import type { PackageCall } from './package-script-runner.js';

/** In which builds a package takes part: `debugOnly`, `prodOnly`, `testOnly` and `devOnly` of Package.describe. */
export type OnlyIn = 'debug' | 'production' | 'test' | 'development';

/** What `Package.describe` says. */
export interface PackageDescription {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly summary: string | undefined;
  readonly onlyIn: OnlyIn | undefined;
  /** Set if the package is deprecated; '' if without an explanation. */
  readonly deprecated: string | undefined;
}

export interface UseFact extends PackageConstraint {
  readonly arches: readonly Arch[];
  readonly weak: boolean;
  readonly unordered: boolean;
  /** For messages: `packages/foo/package.js:7`. */
  readonly where: string;
}

export interface ImplyFact extends PackageConstraint {
  readonly arches: readonly Arch[];
  readonly where: string;
}

export interface FileFact {
  /** Below the package's folder, with forward slashes. */
  readonly path: string;
  readonly arches: readonly Arch[];
  readonly bare: boolean;
  readonly lazy: boolean;
  readonly where: string;
}

export interface MainModuleFact {
  readonly path: string;
  readonly arches: readonly Arch[];
  readonly lazy: boolean;
  readonly where: string;
}

export interface AssetFact {
  readonly path: string;
  readonly arches: readonly Arch[];
  readonly where: string;
}

export interface ExportFact {
  readonly name: string;
  readonly arches: readonly Arch[];
  readonly testOnly: boolean;
}

/** What the calls of one `onUse` or `onTest` function say. */
export interface ApiFacts {
  readonly uses: readonly UseFact[];
  readonly implies: readonly ImplyFact[];
  readonly exports: readonly ExportFact[];
  readonly files: readonly FileFact[];
  readonly mainModules: readonly MainModuleFact[];
  readonly assets: readonly AssetFact[];
}

export interface PackageFacts extends ApiFacts {
  readonly npmDependencies: Readonly<Record<string, string>>;
  readonly npmStrip: Readonly<Record<string, readonly (string | RegExp)[]>>;
  /** Undefined if `onTest` functions were not run or there is none. */
  readonly tests: ApiFacts | undefined;
}

/**
 * Reads `Package.describe`.
 * @param file package.js, as messages name it.
 * @throws BuildError
 */
export function packageDescription(calls: readonly PackageCall[], file: string): PackageDescription {
  let description: Record<string, unknown> = {};
  let described: PackageCall | undefined;
  for (const call of calls) {
    if (call.method !== 'Package.describe') continue;
    const [options] = call.args;
    if (!isObject(options))
      throw problem(
        call,
        file,
        `the argument must be an object, not ${shown(options)}`,
        "For example Package.describe({ name: 'me:thing', version: '1.0.0' }).",
      );
    description = { ...description, ...options };
    described = call;
  }
  const fail = (message: string, remedy: string) => problem(described ?? NO_CALL, file, message, remedy);
  const { name, version, summary } = description;
  if (name !== undefined) {
    if (typeof name !== 'string')
      throw fail(`name must be a string, not ${shown(name)}`, "For example name: 'me:thing'.");
    syntax(
      () => checkPackageName(name),
      (message) => fail(message, 'Correct the name.'),
    );
  }
  if (version !== undefined && version !== null) {
    if (typeof version !== 'string')
      throw fail(`version must be a string, not ${shown(version)}`, "For example version: '1.0.0'.");
    syntax(
      () => parsePackageVersion(version),
      (message) => fail(message, 'Correct the version.'),
    );
  }
  return {
    name,
    version: typeof version === 'string' ? version : undefined,
    summary: typeof summary === 'string' ? summary : undefined,
    onlyIn: onlyIn(description, fail),
    deprecated: deprecation(description.deprecated),
  };
}

function onlyIn(
  description: Record<string, unknown>,
  fail: (message: string, remedy: string) => BuildError,
): OnlyIn | undefined {
  const flags = (
    [
      ['debugOnly', 'debug'],
      ['prodOnly', 'production'],
      ['testOnly', 'test'],
      ['devOnly', 'development'],
    ] as const
  ).filter(([flag]) => Boolean(description[flag]));
  if (flags.length > 1) {
    throw fail(`only one of ${flags.map(([flag]) => flag).join(', ')} can be set`, 'Remove all but one.');
  }
  return flags[0]?.[1];
}

function deprecation(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return value ? '' : undefined;
}

/**
 * Interprets all calls of a package.js but `Package.describe`.
 * @param file package.js, as messages name it.
 * @throws BuildError naming file, line, value and remedy.
 */
export function packageFacts(calls: readonly PackageCall[], file: string): PackageFacts {
  checkFunctions(calls, file);
  checkBuildPlugins(calls, file);
  return {
    ...apiFacts(
      calls.filter((call) => call.phase === 'use'),
      file,
    ),
    ...npmFacts(calls, file),
    tests: calls.some((call) => call.phase === 'test')
      ? apiFacts(
          calls.filter((call) => call.phase === 'test'),
          file,
        )
      : undefined,
  };
}

function checkFunctions(calls: readonly PackageCall[], file: string): void {
  for (const method of ['Package.onUse', 'Package.onTest']) {
    const [first, second] = calls.filter((call) => call.method === method);
    if (second !== undefined) throw problem(second, file, 'it may be called only once', 'Join the two functions.');
    if (first !== undefined && !(isObject(first.args[0]) && first.args[0].function === true)) {
      throw problem(
        first,
        file,
        `the argument must be a function, not ${shown(first.args[0])}`,
        `For example ${method}((api) => { ... }).`,
      );
    }
  }
}

function checkBuildPlugins(calls: readonly PackageCall[], file: string): void {
  for (const call of calls) {
    if (call.method !== 'Package.registerBuildPlugin') continue;
    const [options] = call.args;
    const name = isObject(options) ? options.name : undefined;
    if (typeof name !== 'string')
      throw problem(call, file, `a build plugin needs a name, not ${shown(name)}`, 'Give it a name.');
    if (isKnownBuildPlugin(name)) continue;
    throw problem(
      call,
      file,
      `the build plugin "${name}" of Meteor's tool cannot run here`,
      `Use the npm package that does the same (Vite and PostCSS plugins work), or remove the package. Done by the build itself: ${knownBuildPlugins()}.`,
    );
  }
}

function npmFacts(calls: readonly PackageCall[], file: string): Pick<PackageFacts, 'npmDependencies' | 'npmStrip'> {
  let npmDependencies: Record<string, string> = {};
  const npmStrip: Record<string, (string | RegExp)[]> = {};
  const [, second] = calls.filter((call) => call.method === 'Npm.depends');
  if (second !== undefined) throw problem(second, file, 'it may be called only once', 'Join the two calls.');
  for (const call of calls) {
    // Development dependencies are for the package's own tests; nothing that is built needs them.
    if (call.method === 'Npm.depends') npmDependencies = npmVersions(call, file);
    else if (call.method === 'Npm.devDepends') npmVersions(call, file);
    else if (call.method === 'Npm.strip') addStrip(npmStrip, call, file);
  }
  return { npmDependencies, npmStrip };
}

function npmVersions(call: PackageCall, file: string): Record<string, string> {
  const [dependencies] = call.args;
  if (!isObject(dependencies)) {
    throw problem(
      call,
      file,
      `the argument must be an object, not ${shown(dependencies)}`,
      "For example Npm.depends({ 'left-pad': '1.3.0' }).",
    );
  }
  const versions: [string, string][] = [];
  for (const [name, version] of Object.entries(dependencies)) {
    if (
      typeof version !== 'string' ||
      (semver.valid(version) === null && !/^(?:https?:|git\b|file:|github:)|\.git(?:#|$)/.test(version))
    ) {
      throw problem(
        call,
        file,
        `"${name}" must have an exact version or a URL, not ${shown(version)}`,
        `For example '${name}': '1.2.3'.`,
      );
    }
    versions.push([name, version]);
  }
  return Object.fromEntries(versions);
}

function addStrip(strip: Record<string, (string | RegExp)[]>, call: PackageCall, file: string): void {
  const [discards] = call.args;
  if (!isObject(discards))
    throw problem(
      call,
      file,
      `the argument must be an object, not ${shown(discards)}`,
      "For example Npm.strip({ 'some-package': ['test/'] }).",
    );
  for (const [name, value] of Object.entries(discards)) {
    const patterns = (Array.isArray(value) ? value : [value]).map((pattern: unknown) => {
      if (typeof pattern === 'string') return pattern;
      if (isObject(pattern) && typeof pattern.regularExpression === 'string') {
        return new RegExp(pattern.regularExpression, String(pattern.flags ?? ''));
      }
      throw problem(
        call,
        file,
        `"${name}" must have strings or regular expressions, not ${shown(pattern)}`,
        "For example ['test/', /\\.md$/].",
      );
    });
    strip[name] = [...(Object.hasOwn(strip, name) ? (strip[name] ?? []) : []), ...patterns];
  }
}

function apiFacts(calls: readonly PackageCall[], file: string): ApiFacts {
  const uses: UseFact[] = [];
  const implies: ImplyFact[] = [];
  const exports: ExportFact[] = [];
  const files: FileFact[] = [];
  const assets: AssetFact[] = [];
  const mains = new Map<Arch, MainCall>();
  const added = new Map<string, string>();

  for (const call of calls) {
    const reader = new CallReader(call, file);
    switch (call.method) {
      case 'api.use':
        uses.push(...readUses(reader));
        break;
      case 'api.imply': {
        const arches = reader.arches(1);
        for (const name of reader.strings(0)) implies.push({ ...reader.constraint(name), arches, where: reader.where });
        break;
      }
      case 'api.export':
        exports.push(...readExports(reader));
        break;
      case 'api.addAssets':
        if (!call.args[1]) {
          throw reader.problem(
            'the second argument, where the assets shall be, is missing',
            "For example api.addAssets('data.json', 'server').",
          );
        }
        assets.push(...reader.paths(0).map((path) => ({ path, arches: reader.arches(1), where: reader.where })));
        break;
      case 'api.addFiles': {
        const options = reader.options(2);
        const arches = reader.arches(1);
        for (const path of reader.paths(0)) {
          if (options.isAsset) {
            assets.push({ path, arches, where: reader.where });
            continue;
          }
          checkNotAdded(added, path, arches, reader);
          files.push({
            path,
            arches,
            bare: Boolean(options.bare),
            lazy: options.lazy === true,
            where: reader.where,
          });
        }
        break;
      }
      case 'api.mainModule':
        readMainModule(reader, mains, added, files);
        break;
    }
  }
  checkLazyMains(mains, exports, file);
  return { uses, implies, exports, files, assets, mainModules: groupMains(mains) };
}

function readUses(reader: CallReader): UseFact[] {
  // Both `api.use(names, arches, options)` and `api.use(names, options)`.
  const short = isObject(reader.call.args[1]);
  const options = reader.options(short ? 1 : 2);
  const arches = short ? ALL_ARCHES : reader.arches(1);
  const weak = Boolean(options.weak);
  const unordered = Boolean(options.unordered);
  if (weak && unordered) {
    throw reader.problem('a use cannot be both weak and unordered', 'Remove one of the two options.');
  }
  return reader
    .strings(0)
    .map((name) => ({ ...reader.constraint(name), arches, weak, unordered, where: reader.where }));
}

function readExports(reader: CallReader): ExportFact[] {
  const short = isObject(reader.call.args[1]);
  const testOnly = Boolean(reader.options(short ? 1 : 2).testOnly);
  const arches = short ? ALL_ARCHES : reader.arches(1);
  return reader.strings(0).map((name) => {
    if (!/^[_$a-zA-Z][_$a-zA-Z0-9]*$/.test(name)) {
      throw reader.problem(`${shown(name)} cannot be the name of a variable`, 'Export names such as MyThing.');
    }
    return { name, arches, testOnly };
  });
}

interface MainCall {
  readonly path: string;
  /** As written; undefined: it follows from being the main module. */
  readonly lazy: boolean | undefined;
  readonly call: PackageCall;
  readonly where: string;
}

/** Per arch the last `api.mainModule` counts; a file named by an earlier one is there to be imported only. */
function readMainModule(
  reader: CallReader,
  mains: Map<Arch, MainCall>,
  added: Map<string, string>,
  files: FileFact[],
): void {
  const [path] = reader.paths(0);
  if (path === undefined) throw reader.problem('the path is missing', "For example api.mainModule('main.js').");
  const { lazy } = reader.options(2);
  const arches = reader.arches(1);
  checkNotAdded(added, path, arches, reader);
  const revoked = new Map<MainCall, Arch[]>();
  for (const arch of arches) {
    const earlier = mains.get(arch);
    if (earlier !== undefined) revoked.set(earlier, [...(revoked.get(earlier) ?? []), arch]);
    mains.set(arch, {
      path,
      lazy: typeof lazy === 'boolean' ? lazy : undefined,
      call: reader.call,
      where: reader.where,
    });
  }
  for (const [earlier, its] of revoked) {
    files.push({ path: earlier.path, arches: its, bare: false, lazy: earlier.lazy ?? true, where: earlier.where });
  }
}

function checkNotAdded(added: Map<string, string>, path: string, arches: readonly Arch[], reader: CallReader): void {
  for (const arch of arches) {
    const key = `${arch} ${path}`;
    const earlier = added.get(key);
    if (earlier !== undefined) {
      throw reader.problem(`${shown(path)} was already added for ${arch} at ${earlier}`, 'Add it once.');
    }
    added.set(key, reader.where);
  }
}

function checkLazyMains(mains: ReadonlyMap<Arch, MainCall>, exports: readonly ExportFact[], file: string): void {
  for (const [arch, main] of mains) {
    const exported = exports.find(({ arches }) => arches.includes(arch));
    if (main.lazy === true && exported !== undefined) {
      throw problem(
        main.call,
        file,
        `a package with a lazy main module cannot export symbols (${exported.name}, ${arch})`,
        'Remove api.export or `lazy`.',
      );
    }
  }
}

function groupMains(mains: ReadonlyMap<Arch, MainCall>): MainModuleFact[] {
  const groups = new Map<string, { path: string; arches: Arch[]; lazy: boolean; where: string }>();
  for (const arch of ALL_ARCHES) {
    const main = mains.get(arch);
    if (main === undefined) continue;
    const lazy = main.lazy ?? false;
    const key = `${lazy} ${main.path}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { path: main.path, arches: [arch], lazy, where: main.where });
    else group.arches.push(arch);
  }
  return [...groups.values()];
}

/** Reads the arguments of one call and complains about them with file and line. */
class CallReader {
  readonly call: PackageCall;
  readonly where: string;
  readonly #file: string;

  constructor(call: PackageCall, file: string) {
    this.call = call;
    this.#file = file;
    this.where = place(call, file);
  }

  problem(message: string, remedy: string): BuildError {
    return problem(this.call, this.#file, message, remedy);
  }

  /** One string or an array of them; nothing at all is an empty list, as in Meteor. */
  strings(index: number): readonly string[] {
    const value = this.call.args[index];
    if (!value) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map((element) => {
      if (typeof element === 'string') return element;
      throw this.problem(
        `argument ${index + 1} must be a string or an array of strings, not ${shown(element)}`,
        'Correct the argument.',
      );
    });
  }

  arches(index: number): readonly Arch[] {
    const value = this.call.args[index];
    if (value === undefined || value === null || value === '' || value === false) return ALL_ARCHES;
    const words = this.strings(index);
    for (const word of words) {
      if (archesCovered([word]).length === 0) {
        throw this.problem(`${shown(word)} is no architecture`, `Use ${ARCH_WORDS}.`);
      }
    }
    return archesCovered(words);
  }

  options(index: number): Readonly<Record<string, unknown>> {
    const value = this.call.args[index];
    if (value === undefined || value === null) return {};
    if (!isObject(value))
      throw this.problem(`the options must be an object, not ${shown(value)}`, 'Correct the argument.');
    return value;
  }

  constraint(text: string): PackageConstraint {
    return syntax(
      () => parsePackageConstraint(text),
      (message) => this.problem(message, `Correct ${shown(text)}.`),
    );
  }

  /** Paths below the package's folder. */
  paths(index: number): readonly string[] {
    return this.strings(index).map((text) => {
      const path = (text.includes('/') ? text : text.replaceAll('\\', '/'))
        .replace(/\/+/g, '/')
        .replace(/^(?:\.\/)+/, '')
        .replace(/(?<=.)\/$/, '');
      if (path === '' || path.startsWith('/') || path.split('/').includes('..')) {
        throw this.problem(
          `${shown(text)} is not a path below the package's folder`,
          'Move the file into the package.',
        );
      }
      return path;
    });
  }
}

const NO_CALL: PackageCall = { method: 'Package.describe', phase: 'describe', args: [] };

function place(call: PackageCall, file: string): string {
  return call.line === undefined ? file : `${file}:${call.line}`;
}

function problem(call: PackageCall, file: string, message: string, remedy: string): BuildError {
  return new BuildError(`${place(call, file)}: ${call.method}: ${message}`, { remedy });
}

function syntax<T>(parse: () => T, fail: (message: string) => BuildError): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof VersionSyntaxError ? fail(error.message) : error;
  }
}
