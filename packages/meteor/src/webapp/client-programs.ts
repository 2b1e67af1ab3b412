import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Package } from '@bolide/meteor/core-runtime';
import { WebAppHashing } from '@bolide/meteor/webapp-hashing';
import { ConfigurationError, readVariable, runningBundle } from '@bolide/runtime';
import { isForDevelopers } from './development.js';
import { invalidate } from './invalidation.js';
import { runtimeConfig } from './runtime-config.js';
import type { ClientProgramState, ManifestFile, StaticFileInfo, StaticFilesByArch } from './types.js';

/** The arches in which a program is looked for if a request does not name one; modern browsers take the first. */
export const MODERN_ARCH = 'web.browser';
export const LEGACY_ARCH = 'web.browser.legacy';

interface Programs {
  readonly byArch: Record<string, ClientProgramState>;
  readonly directories: Map<string, string>;
  files: StaticFilesByArch;
}

let programs: Programs | undefined;

/** The programs are read when they are first asked for. */
function loaded(): Programs {
  if (!programs) {
    // Assigned first: what runs while a program is read may ask for the others.
    programs = { byArch: Object.create(null), directories: new Map(), files: Object.create(null) };
    for (const arch of arches()) loadProgram(arch);
  }
  return programs;
}

const arches = (): string[] => Object.keys(runningBundle()?.manifest.clientArches ?? {});

export const clientPrograms = (): Record<string, ClientProgramState> => loaded().byArch;
export const staticFilesByArch = (): StaticFilesByArch => loaded().files;
export const setStaticFilesByArch = (files: StaticFilesByArch): void => {
  loaded().files = files;
  invalidate();
};
/** Folder of an arch's `program.json`. */
export const programDirectory = (arch: string): string => loaded().directories.get(arch) ?? '';

/** Reads all programs again. */
export function reloadPrograms(): void {
  const { files, byArch } = loaded();
  for (const arch of Object.keys(byArch)) {
    if (!arches().includes(arch)) {
      delete byArch[arch];
      delete files[arch];
    }
  }
  for (const arch of arches()) loadProgram(arch);
}

/** Reads the program of one arch. Nothing happens for an arch that the bundle does not have. */
export function loadProgram(arch: string): void {
  const bundle = runningBundle();
  const path = bundle?.manifest.clientArches[arch];
  if (!bundle || path === undefined) return;
  const state = loaded();
  const file = join(bundle.directory, path);
  const program = readProgram(file);
  const directory = dirname(file);
  state.directories.set(arch, directory);
  const files: Record<string, StaticFileInfo | (() => StaticFileInfo)> = Object.create(null);
  for (const item of program.manifest) addFile(files, item, directory);
  const before = state.byArch[arch];
  const now = programState(program);
  state.byArch[arch] = now;
  files[`/__${arch.replace(/^web\./, '')}/manifest.json`] = () => manifestFile(now);
  state.files[arch] = files;
  invalidate();
  before?.unpause?.();
}

/** Lets requests for the pages of an arch wait until {@link loadProgram}. */
export function pauseProgram(arch: string): void {
  const program = clientPrograms()[arch];
  if (!program || program.paused) return;
  program.paused = new Promise((resolve) => {
    program.unpause = resolve;
  });
}

interface ProgramJson {
  readonly format: 'web-program-pre1';
  readonly manifest: ManifestFile[];
  readonly cordovaCompatibilityVersions?: Record<string, string>;
  readonly hmrVersion?: unknown;
}

function readProgram(file: string): ProgramJson {
  let program: Partial<ProgramJson> | null;
  try {
    program = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(`Cannot read the client program ${file}. Build the bundle again.`, { cause: error });
  }
  if (program?.format !== 'web-program-pre1' || !Array.isArray(program.manifest)) {
    throw new ConfigurationError(
      `Unsupported format for client assets: ${JSON.stringify(program?.format)} in ${file}; expected "web-program-pre1".`,
    );
  }
  return program as ProgramJson;
}

function addFile(files: Record<string, unknown>, item: ManifestFile, directory: string): void {
  if (item.url === undefined || item.where !== 'client') return;
  files[pathOfUrl(item.url)] = {
    absolutePath: join(directory, item.path),
    cacheable: item.cacheable,
    hash: item.hash,
    size: item.size,
    sourceMapUrl: item.sourceMapUrl,
    type: item.type,
    encodings: item.encodings,
    directory,
  } satisfies StaticFileInfo;
  if (item.sourceMap !== undefined && item.sourceMapUrl !== undefined && isForDevelopers()) {
    // A map's URL carries the hash of its script.
    files[pathOfUrl(item.sourceMapUrl)] = {
      absolutePath: join(directory, item.sourceMap),
      cacheable: true,
      type: 'json',
    } satisfies StaticFileInfo;
  }
}

/** Path of a manifest's URL, decoded, without the query. */
function pathOfUrl(url: string): string {
  const path = url.split(/[?#]/, 1)[0] as string;
  try {
    return decodeURIComponent(path);
  } catch {
    // A file name with a lone per cent sign, which the writer did not encode.
    return path;
  }
}

function programState(program: ProgramJson): ClientProgramState {
  const { manifest } = program;
  const { PUBLIC_SETTINGS } = runtimeConfig();
  const hash = (filter?: (type: string, replaceable: boolean | undefined) => boolean) => () =>
    WebAppHashing.calculateClientHash(manifest, filter, { PUBLIC_SETTINGS });
  return {
    format: program.format,
    manifest,
    version: hash(),
    versionRefreshable: hash((type) => type === 'css'),
    versionNonRefreshable: hash((type, replaceable) => type !== 'css' && !replaceable),
    versionReplaceable: hash((_type, replaceable) => replaceable === true),
    cordovaCompatibilityVersions: program.cordovaCompatibilityVersions,
    PUBLIC_SETTINGS,
    hmrVersion: program.hmrVersion,
  };
}

export type VersionField = 'version' | 'versionRefreshable' | 'versionNonRefreshable' | 'versionReplaceable';

/** A hash of the program, worked out when it is first asked for. */
export function versionOf(program: ClientProgramState, field: VersionField): string {
  const value = program[field];
  if (typeof value !== 'function') return value;
  const version = value();
  program[field] = version;
  return version;
}

/** The program as a file, for clients that keep their own copies of its files. */
function manifestFile(program: ClientProgramState): StaticFileInfo {
  const autoupdate = Package.autoupdate?.Autoupdate as { autoupdateVersion?: string | null } | undefined;
  const forced = autoupdate && (readVariable('AUTOUPDATE_VERSION') ?? autoupdate.autoupdateVersion);
  if (forced) program.version = forced;
  const version = versionOf(program, 'version');
  const { format, manifest, cordovaCompatibilityVersions, PUBLIC_SETTINGS, hmrVersion } = program;
  return {
    content: JSON.stringify({ format, manifest, version, cordovaCompatibilityVersions, PUBLIC_SETTINGS, hmrVersion }),
    cacheable: false,
    hash: version,
    type: 'json',
  };
}
