import { realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { isBundlePath } from './bundle-path.js';
import { hashFiles } from './hash-files.js';
import { listFiles } from './list-files.js';
import type { Manifest } from './manifest.js';
import { readClientProgram } from './read-client-program.js';
import { readManifest } from './read-manifest.js';

export interface BundleProblem {
  /** Relative to the bundle. */
  readonly path: string;
  readonly kind:
    | 'missing' // the manifest or a client program names it, but it is not there
    | 'changed' // its hash is not the one in the manifest
    | 'unhashed' // it is there and in use, but the manifest has no hash for it
    | 'unlisted' // it is there, but nothing knows it
    | 'outside'; // a link that leads out of the bundle, or a path that would
  readonly message: string;
}

/**
 * Compares the bundle in `directory` with its manifest: every file that it names exists, every hash is right, and there
 * is nothing else. Returns the problems, sorted by path; none means that the bundle is as it was built.
 *
 * @throws BundleError if the manifest or a client program cannot be read
 */
export async function checkBundle(directory: string): Promise<BundleProblem[]> {
  const manifest = readManifest(directory);
  const problems: BundleProblem[] = [];
  const report = (path: string, kind: BundleProblem['kind'], message: string) => {
    problems.push({ path, kind, message: `${path}: ${message}` });
  };

  const root = await realpath(directory);
  const present = new Set<string>();
  for (const path of await listFiles(directory)) {
    const target = await realpath(join(directory, path)).catch(() => undefined);
    if (target === undefined) report(path, 'missing', 'a link to a file that is not there.');
    else if (!target.startsWith(root + sep)) report(path, 'outside', `a link that leaves the bundle, to ${target}.`);
    else present.add(path);
  }

  const used = new Set(['index.mjs', 'server.mjs', ...namedFiles(directory, manifest)]);
  const hashed = Object.keys(manifest.hashes).filter((path) => {
    if (isBundlePath(path)) return true;
    report(path, 'outside', 'the manifest has a hash for a path outside of the bundle.');
    return false;
  });
  const hashable = hashed.filter((path) => present.has(path));
  const actual = await hashFiles(directory, hashable);
  for (const path of hashable) {
    if (actual[path] !== manifest.hashes[path]) report(path, 'changed', 'it is not the file that the build wrote.');
  }

  for (const path of new Set([...used, ...hashed])) {
    if (!present.has(path)) report(path, 'missing', 'the manifest names it, but it is not there.');
    else if (!Object.hasOwn(manifest.hashes, path)) report(path, 'unhashed', 'the manifest has no hash for it.');
  }
  for (const path of present) {
    if (path !== 'manifest.json' && !used.has(path) && !Object.hasOwn(manifest.hashes, path)) {
      report(path, 'unlisted', 'nothing in the manifest knows it.');
    }
  }
  return problems.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Every file that the manifest and the client programs name, apart from `hashes`. */
function* namedFiles(directory: string, manifest: Manifest): Generator<string> {
  yield manifest.app.module;
  yield* Object.values(manifest.app.assets);
  for (const entry of manifest.packages) {
    yield entry.module;
    yield* Object.values(entry.assets);
  }
  for (const path of Object.values(manifest.clientArches)) {
    yield path;
    for (const file of readClientProgram(directory, path).manifest) {
      const paths = [file.path, file.sourceMap, ...(file.encodings ?? []).map((encoding) => encoding.path)];
      for (const each of paths) if (each !== undefined) yield posix.join(posix.dirname(path), each);
    }
  }
}
