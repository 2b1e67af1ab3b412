import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create } from 'tar';

/** Packs `<folder>/bundle` into a .tar.gz: sorted, without times or owners, so that equal bundles give equal bytes. */
export async function packBundle(folder: string, file: string): Promise<void> {
  const entries = await readdir(join(folder, 'bundle'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  await mkdir(dirname(file), { recursive: true });
  await create({ cwd: folder, file, gzip: { level: 9 }, portable: true, mtime: new Date(0) }, paths);
}
