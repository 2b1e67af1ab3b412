import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A symbolic link to write: its target, relative to the link's folder. */
export interface LinkTo {
  readonly linkTo: string;
}

const made: string[] = [];

/**
 * For tests: makes a new temporary folder with the given files (path → text, JSON or link; a path that ends in a slash
 * is an empty folder) and returns its path. Call {@link removeWrittenFiles} in the
 * end.
 */
export function writeFiles(files: Readonly<Record<string, string | LinkTo | { readonly json: unknown }>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'bolide-app-')));
  made.push(directory);
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    mkdirSync(path.endsWith('/') ? file : dirname(file), { recursive: true });
    if (path.endsWith('/')) continue;
    if (typeof content === 'string') writeFileSync(file, content);
    else if ('linkTo' in content) symlinkSync(content.linkTo, file);
    else writeFileSync(file, JSON.stringify(content.json));
  }
  return directory;
}

/** For tests: removes all folders that {@link writeFiles} made, for `afterAll`. */
export function removeWrittenFiles(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}
