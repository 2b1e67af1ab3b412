import { accessSync, constants, type Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from '../../build-error.js';
import { unreadable } from '../meteor-folder.js';
import { IgnoreRules } from './meteorignore.js';
import { isLeftover, isSkippedFile, isSkippedFolder } from './special-folders.js';

export type Side = 'server' | 'client';

export interface FolderContents {
  /** Paths below the folder with forward slashes, in no particular order. */
  readonly files: readonly string[];
  /** The folders that were gone through, absolute. */
  readonly folders: readonly string[];
}

/**
 * Finds what may be a source file of the app on one side: everything outside the other side's folders, `tests/`,
 * `node_modules/`, dot-folders, the special folders at the top, and what `.meteorignore` excludes.
 */
export function walkApp(directory: string, side: Side, warnings: Set<string>): Promise<FolderContents> {
  return walk(directory, directory, warnings, {
    rules: true,
    once: true,
    skipsFolder: (name, depth) => isSkippedFolder(name, depth, side),
    skipsFile: isSkippedFile,
  });
}

/** Finds all files of `private/` or `public/`: everything but what editors and operating systems leave behind. */
export function walkAssets(folder: string, directory: string, warnings: Set<string>): Promise<FolderContents> {
  return walk(folder, directory, warnings, {
    rules: false,
    once: false,
    skipsFolder: isLeftover,
    skipsFile: isLeftover,
  });
}

/** Folders full of links to each other have endlessly many paths; real apps have a few thousand. */
const MAX_FOLDERS = 100_000;

interface WalkOptions {
  /** Whether `.meteorignore` counts. */
  readonly rules: boolean;
  /** Whether a folder that links lead to is gone through only once. Modules exist once, but each asset has its name. */
  readonly once: boolean;
  skipsFolder(name: string, depth: number): boolean;
  skipsFile(name: string, depth: number): boolean;
}

interface PendingFolder {
  readonly path: string;
  readonly depth: number;
  readonly rules: IgnoreRules;
  /** Real paths of the folders above, to tell a cycle from a folder that is merely reached twice. */
  readonly ancestors: readonly string[];
}

async function walk(
  root: string,
  directory: string,
  warnings: Set<string>,
  options: WalkOptions,
): Promise<FolderContents> {
  const files: string[] = [];
  const folders: string[] = [];
  const seen = new Set<string>();
  const display = (path: string) =>
    join(root, path)
      .slice(directory.length + 1)
      .replaceAll('\\', '/') || '.';
  // Links to folders wait until every real folder was seen: a folder's real place wins over links to it.
  const links: PendingFolder[] = [];
  const pending: PendingFolder[] = [{ path: '', depth: 0, rules: IgnoreRules.none, ancestors: [] }];

  for (;;) {
    const folder = pending.pop() ?? links.shift();
    if (folder === undefined) return { files, folders };
    const absolute = join(root, folder.path);
    const real = await realpath(absolute);
    if (folder.ancestors.includes(real)) {
      warnings.add(`${display(folder.path)}: the symbolic link leads back to a folder around it; it was not followed.`);
      continue;
    }
    if (options.once && seen.has(real)) continue;
    seen.add(real);
    folders.push(absolute);
    if (folders.length > MAX_FOLDERS) {
      throw new BuildError(
        `${display('')} has more than ${MAX_FOLDERS} folders, counting those behind symbolic links`,
        {
          remedy: 'Look for symbolic links that lead to each other, or exclude folders in .meteorignore.',
        },
      );
    }
    const rules = options.rules ? await folder.rules.within(root, folder.path) : folder.rules;
    const entries = await readFolder(absolute, directory);
    warnOfCaseCollisions(entries, folder.path, display, warnings);
    for (const entry of entries) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      const isLink = entry.isSymbolicLink();
      const kind = isLink ? await linkTarget(join(root, path)) : kindOf(entry);
      if (kind === 'folder') {
        if (options.skipsFolder(entry.name, folder.depth) || rules.ignores(`${path}/`)) continue;
        const ancestors = [...folder.ancestors, real];
        (isLink ? links : pending).push({ path, depth: folder.depth + 1, rules, ancestors });
      } else if (!options.skipsFile(entry.name, folder.depth) && !rules.ignores(path)) {
        if (kind === 'file') {
          checkReadable(join(root, path), directory);
          files.push(path);
        } else {
          const why = kind === 'broken' ? 'a symbolic link that leads nowhere' : 'neither a file nor a folder';
          warnings.add(`${display(path)} is ${why}; it was passed over.`);
        }
      }
    }
  }
}

async function readFolder(folder: string, directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw unreadable(folder, directory, error);
  }
}

function checkReadable(file: string, directory: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw unreadable(file, directory, error);
  }
}

type Kind = 'file' | 'folder' | 'broken' | 'other';

function kindOf(entry: { isDirectory(): boolean; isFile(): boolean }): Kind {
  return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other';
}

async function linkTarget(path: string): Promise<Kind> {
  try {
    return kindOf(await stat(path));
  } catch {
    // Nothing there, or a link to itself.
    return 'broken';
  }
}

function warnOfCaseCollisions(
  entries: readonly Dirent[],
  folder: string,
  display: (path: string) => string,
  warnings: Set<string>,
): void {
  const names = new Map<string, string>();
  for (const { name } of entries) {
    const key = name.normalize('NFC').toLowerCase();
    const other = names.get(key);
    if (other === undefined) names.set(key, name);
    else {
      warnings.add(
        `${display(folder)}: ${other} and ${name} differ only in upper and lower case; on macOS and Windows one of them is lost.`,
      );
    }
  }
}
