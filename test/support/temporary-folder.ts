import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is gone when the test is over. Outside of a test the caller removes it. */
export async function temporaryFolder(keep = false): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'bolide-test-')));
  if (!keep) onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files by relative path. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
