import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeApp } from './app.js';
import { buildServer, runForJson } from './run-app.js';
import { runtimes } from './runtimes.js';

export interface SampleOptions {
  readonly packages?: readonly string[];
  /** Merged into the app's package.json. */
  readonly packageJson?: object;
  /** Files below the app's `node_modules`. */
  readonly npm?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Done before the build. */
  readonly prepare?: (app: string) => Promise<void>;
}

export interface SampleManifest {
  readonly externals: Readonly<Record<string, { readonly version: string; readonly reason: string }>>;
}

/**
 * Builds an app whose `server/main.js` fills the object `results`, and expects that to be the same on both runtimes.
 * Gives the bundle's folder and manifest.
 */
export async function expectResults(
  main: string,
  expected: unknown,
  { packages, packageJson, npm = {}, files, prepare }: SampleOptions = {},
): Promise<{ bundle: string; manifest: SampleManifest }> {
  const app = await makeApp(
    {
      'package.json': JSON.stringify({
        name: 'sample',
        meteor: { mainModule: { server: 'server/main.js' } },
        ...packageJson,
      }),
      'server/results.js':
        'export const results = {};\nglobalThis.main = () => { console.log(JSON.stringify(results)); return 0; };\n',
      'server/main.js': `import { results } from './results';\n${main}\n`,
      ...Object.fromEntries(Object.entries(npm).map(([path, text]) => [`node_modules/${path}`, text])),
      ...files,
    },
    packages,
  );
  await prepare?.(app);
  const bundle = await buildServer(app);
  for (const runtime of runtimes) expect(await runForJson(bundle, runtime), runtime.name).toEqual(expected);
  return { bundle, manifest: JSON.parse(await readFile(join(bundle, 'manifest.json'), 'utf8')) as SampleManifest };
}

/** Text of an npm package's package.json, version 1.0.0. */
export const npmManifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', ...more });
