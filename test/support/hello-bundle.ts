import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bolide } from './bolide.js';
import { repository } from './repository.js';

export const helloApp = join(repository, 'examples/hello');

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundle of examples/hello that all tests share; they must not write into it. */
    helloBundle: string;
  }
}

export const helloBundle = (): string => inject('helloBundle');

/** Builds examples/hello into `<folder>/bundle`. */
export async function buildHello(folder: string, ...argv: string[]): Promise<string> {
  const result = await bolide(helloApp, 'build', '--directory', folder, ...argv);
  const bundle = join(folder, 'bundle');
  if (result.code !== 0 || !existsSync(join(bundle, 'index.mjs'))) {
    throw new Error(`bolide build failed with ${result.code}:\n${result.stdout}${result.stderr}`);
  }
  return bundle;
}
