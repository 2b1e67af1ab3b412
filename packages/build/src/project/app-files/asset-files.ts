import { join } from 'node:path';
import { BuildError } from '../../build-error.js';
import { displayPath } from '../messages.js';
import { isDirectory } from '../meteor-folder.js';
import { walkAssets } from './walk-app.js';

/**
 * The files of `private/` or `public/`.
 * @returns Path below that folder (forward slashes, Unicode form C) → absolute path, sorted by key; and the folders.
 */
export async function assetFiles(
  directory: string,
  name: 'private' | 'public',
  warnings: Set<string>,
): Promise<{ readonly files: Readonly<Record<string, string>>; readonly folders: readonly string[] }> {
  const folder = join(directory, name);
  if (!(await isDirectory(folder))) return { files: {}, folders: [folder] };
  const { files, folders } = await walkAssets(folder, directory, warnings);
  const byKey = new Map<string, string>();
  for (const path of files) {
    // macOS gives decomposed names; the key that a program or a URL uses must not depend on where it was built.
    const key = path.normalize('NFC');
    const other = byKey.get(key);
    if (other !== undefined) {
      throw new BuildError(
        `${displayPath(directory, other)} and ${displayPath(directory, join(folder, path))} have the same name in Unicode form C`,
        { remedy: 'Rename or remove one of them.' },
      );
    }
    byKey.set(key, join(folder, path));
  }
  return { files: Object.fromEntries([...byKey].sort(([a], [b]) => (a < b ? -1 : 1))), folders };
}
