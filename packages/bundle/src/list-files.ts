import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files and symbolic links below `directory`, as relative paths with forward slashes, sorted. Links are not followed. */
export async function listFiles(directory: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) await walk(join(folder, entry.name), `${path}/`);
      else found.push(path);
    }
  };
  await walk(directory, '');
  return found.sort();
}
