import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Bytes of all files below a folder that `accepts` takes by their path in it (with `/`). */
export async function folderSize(folder: string, accepts: (path: string) => boolean = () => true): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && accepts(relative(folder, path).replaceAll('\\', '/'))) size += (await stat(path)).size;
  }
  return size;
}
