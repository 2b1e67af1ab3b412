import { join } from 'node:path';
import { BundleError } from './bundle-error.js';
import { BUNDLE_FORMAT, type Manifest } from './manifest.js';
import { readJson } from './read-json.js';
import { ShapeChecker } from './shape-checker.js';

/**
 * Reads and checks `manifest.json` of the bundle in `directory`. Used at every boot, so it looks at the manifest alone:
 * `checkBundle` is what compares the files with it.
 *
 * @throws BundleError if it is missing, no JSON, of another format, or if a value has the wrong shape or a path
 * would leave the bundle.
 */
export function readManifest(directory: string): Manifest {
  const file = join(directory, 'manifest.json');
  const value = readJson(file, "the bundle's manifest");
  const check = new ShapeChecker(file);
  const manifest = check.object('manifest', value);
  if (manifest.format !== BUNDLE_FORMAT) {
    throw new BundleError(
      file,
      `the format is ${JSON.stringify(manifest.format) ?? 'missing'}, but only "${BUNDLE_FORMAT}" is understood.`,
      'Build the bundle with the version of Bolide that runs it.',
    );
  }
  check.string('generator', manifest.generator);
  check.optionalString('meteorRelease', manifest.meteorRelease);
  check.optionalString('appId', manifest.appId);
  check.optionalString('gitCommitHash', manifest.gitCommitHash);
  check.optionalString('platform', manifest.platform);
  check.oneOf('mode', manifest.mode, ['production', 'development']);

  const names = new Set<string>();
  for (const [index, value] of check.array('packages', manifest.packages).entries()) {
    const place = `packages[${index}]`;
    const entry = check.object(place, value);
    const name = check.string(`${place}.name`, entry.name);
    if (names.has(name)) check.fail(`${place}.name`, name, 'a name that no other package has');
    names.add(name);
    check.optionalString(`${place}.version`, entry.version);
    check.oneOf(`${place}.kind`, entry.kind, ['platform', 'source', 'adopted']);
    check.path(`${place}.module`, entry.module);
    for (const [at, symbol] of check.array(`${place}.exports`, entry.exports).entries()) {
      check.string(`${place}.exports[${at}]`, symbol);
    }
    check.paths(`${place}.assets`, entry.assets);
  }

  const app = check.object('app', manifest.app);
  check.path('app.module', app.module);
  check.paths('app.assets', app.assets);
  check.paths('clientArches', manifest.clientArches);
  check.object('externals', manifest.externals);
  if (manifest.settings !== undefined) check.object('settings', manifest.settings);
  check.object('hashes', manifest.hashes);
  return value as Manifest;
}
