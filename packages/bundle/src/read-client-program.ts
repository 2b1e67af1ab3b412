import { join } from 'node:path';
import { BundleError } from './bundle-error.js';
import type { ClientProgram } from './manifest.js';
import { readJson } from './read-json.js';
import { ShapeChecker } from './shape-checker.js';

/**
 * Reads and checks a client program. `path` is relative to the bundle, as `clientArches` of the manifest has it.
 *
 * @throws BundleError as `readManifest` does.
 */
export function readClientProgram(directory: string, path: string): ClientProgram {
  const file = join(directory, path);
  const check = new ShapeChecker(file);
  check.path('clientArches', path);
  const value = readJson(file, 'the client program');
  const program = check.object('program', value);
  if (program.format !== 'web-program-pre1') {
    throw new BundleError(
      file,
      `the format is ${JSON.stringify(program.format) ?? 'missing'}, but only "web-program-pre1" is understood.`,
      'Build the bundle with the version of Bolide that runs it.',
    );
  }
  for (const [index, each] of check.array('manifest', program.manifest).entries()) {
    const place = `manifest[${index}]`;
    const entry = check.object(place, each);
    check.path(`${place}.path`, entry.path);
    check.oneOf(`${place}.where`, entry.where, ['client', 'internal']);
    check.string(`${place}.type`, entry.type);
    if (entry.sourceMap !== undefined) check.path(`${place}.sourceMap`, entry.sourceMap);
    if (entry.url !== undefined && !/^\/(?!\/)/.test(check.string(`${place}.url`, entry.url))) {
      check.fail(`${place}.url`, entry.url, 'a path that begins with one slash');
    }
    if (entry.encodings === undefined) continue;
    for (const [at, encoding] of check.array(`${place}.encodings`, entry.encodings).entries()) {
      const encoded = check.object(`${place}.encodings[${at}]`, encoding);
      check.oneOf(`${place}.encodings[${at}].encoding`, encoded.encoding, ['br', 'gzip', 'zstd']);
      check.path(`${place}.encodings[${at}].path`, encoded.path);
    }
  }
  return value as ClientProgram;
}
