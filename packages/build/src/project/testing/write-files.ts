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
 * is an empty folder) and returns its path. It is removed when the process ends.
 */
export function writeFiles(files: Readonly<Record<string, string | LinkTo | { readonly json: unknown }>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'bolide-app-')));
  made.push(directory);
  if (made.length === 1)
    process.once('exit', () => {
      for (const path of made) rmSync(path, { recursive: true, force: true });
    });
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
