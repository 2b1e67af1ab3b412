import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from '../build-error.js';
import { displayPath, errorCode, messageOf } from './messages.js';
import { type PackageConstraint, parsePackageConstraint, VersionSyntaxError } from './package-versions.js';

export interface ListedPackage extends PackageConstraint {
  /** Where it is listed, for messages: `.meteor/packages:7`. */
  readonly where: string;
}

/** What the files of `.meteor/` say. */
export interface MeteorFolder {
  readonly packages: readonly ListedPackage[];
  readonly versions: ReadonlyMap<string, string>;
  readonly release: string | undefined;
  readonly platforms: readonly string[];
  readonly appId: string | undefined;
  /** The files that were read or would have been. */
  readonly files: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads `.meteor/packages`, `versions`, `release`, `platforms` and `.id`.
 * @returns undefined if there is no `.meteor/packages`: the folder may hold a local database or a cache alone.
 * @throws BuildError with file and line for what cannot be understood.
 */
export async function readMeteorFolder(directory: string): Promise<MeteorFolder | undefined> {
  const path = (name: string) => join(directory, '.meteor', name);
  const packagesText = await readTextIfThere(path('packages'), directory);
  if (packagesText === undefined) return undefined;
  const names = ['versions', 'release', 'platforms', '.id'];
  const [versions, release, platforms, id] = await Promise.all(
    names.map((name) => readTextIfThere(path(name), directory)),
  );
  const warnings: string[] = [];
  return {
    packages: parsePackages(packagesText, warnings),
    versions: parseVersions(versions ?? ''),
    release: meaningfulLines(release ?? '')[0]?.text,
    platforms: parsePlatforms(platforms ?? ''),
    appId: meaningfulLines(id ?? '')[0]?.text,
    files: ['packages', ...names].map(path),
    warnings,
  };
}

/** Lines without comments and surrounding space; empty ones are left out. */
function meaningfulLines(text: string): { text: string; line: number }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ text: line.replace(/#.*$/, '').trim(), line: index + 1 }))
    .filter((line) => line.text !== '');
}

function parsePackages(text: string, warnings: string[]): ListedPackage[] {
  const found = new Map<string, ListedPackage>();
  for (const { text: entry, line } of meaningfulLines(text)) {
    const where = `.meteor/packages:${line}`;
    // `meteor create` replaces such lines in its skeletons; a skeleton that was copied by hand still has them.
    if (/^~\w+~$/.test(entry)) {
      warnings.push(
        `${where}: the placeholder ${entry} of a Meteor skeleton was passed over; the line can be removed.`,
      );
      continue;
    }
    const listed = { ...parsedConstraint(entry, where), where };
    const earlier = found.get(listed.name);
    if (earlier !== undefined) {
      throw new BuildError(`${where}: package ${listed.name} is listed twice, first at ${earlier.where}`, {
        remedy: 'Remove one of the two lines.',
      });
    }
    found.set(listed.name, listed);
  }
  return [...found.values()];
}

function parsedConstraint(entry: string, where: string): PackageConstraint {
  try {
    return parsePackageConstraint(entry);
  } catch (error) {
    if (!(error instanceof VersionSyntaxError)) throw error;
    throw new BuildError(`${where}: ${error.message}`, {
      remedy: 'Write one package per line, as `name` or `name@version`; # begins a comment.',
      cause: error,
    });
  }
}

function parseVersions(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const { text: entry } of meaningfulLines(text)) {
    const at = entry.lastIndexOf('@');
    // Meteor writes this file and repairs it by itself, so a line that makes no sense is nobody's mistake.
    if (at > 0 && !versions.has(entry.slice(0, at))) versions.set(entry.slice(0, at), entry.slice(at + 1));
  }
  return versions;
}

function parsePlatforms(text: string): string[] {
  return [...new Set(['server', 'browser', ...meaningfulLines(text).map((line) => line.text)])];
}

/** The text of a file, undefined if there is none. */
export async function readTextIfThere(file: string, directory: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, directory, error);
  }
}

export function unreadable(file: string, directory: string, error: unknown): BuildError {
  const code = errorCode(error);
  const name = displayPath(directory, file);
  const why =
    code === 'EACCES' || code === 'EPERM' ? 'no permission' : code === 'EISDIR' ? 'it is a folder' : messageOf(error);
  return new BuildError(`${name} cannot be read: ${why}`, {
    remedy:
      code === 'EISDIR' ? `Put a file in the place of the folder ${name}.` : `Give yourself the right to read ${name}.`,
    cause: error,
  });
}

/** True for a folder, also one behind a symbolic link. */
export async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
