import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

export interface BundledModule {
  readonly path: string;
  remove(): void;
}

/**
 * A module of this package with all that it imports in one file, as `bolide build` makes it, so that processes and
 * threads without TypeScript can run it.
 */
export async function bundleModule(source: string): Promise<BundledModule> {
  // Inside of the package, so that the native binding is found as an installed package finds it.
  const parent = join(import.meta.dirname, '../../node_modules');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, '.bundled-'));
  const bundle = await rolldown({
    input: source,
    platform: 'node',
    external: [/^libsql/, /^@libsql/, /^bun:/],
    logLevel: 'silent',
  });
  const path = join(directory, 'module.mjs');
  await bundle.write({ file: path, format: 'esm', codeSplitting: false });
  await bundle.close();
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
