import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Files read at the same time. More gains nothing: hashing is bound by the processor. */
const CONCURRENCY = 8;

/** sha-256 (hex) of one file, read in pieces. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * sha-256 (hex) of files, by path: the manifest's `hashes`.
 *
 * @param directory folder that `paths` are relative to
 * @param paths with forward slashes; the result is sorted by them
 */
export async function hashFiles(directory: string, paths: Iterable<string>): Promise<Record<string, string>> {
  const sorted = [...new Set(paths)].sort();
  const hashes = new Array<string>(sorted.length);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < sorted.length; index = next++) {
      hashes[index] = await hashFile(join(directory, sorted[index] as string));
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, sorted.length) }, work));
  return Object.fromEntries(sorted.map((path, index) => [path, hashes[index] as string]));
}
