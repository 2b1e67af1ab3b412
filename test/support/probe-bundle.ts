import { join } from 'node:path';
import { inject } from 'vitest';
import { bolide } from './bolide.js';
import { repository } from './repository.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundle of test/fixtures/probe that all tests share; they must not write into it. */
    probeBundle: string;
  }
}

/** An app without a client that tells what it sees: see test/fixtures/probe. */
export const probeBundle = (): string => inject('probeBundle');

/** Builds test/fixtures/probe into `<folder>/bundle`. */
export async function buildProbe(folder: string): Promise<string> {
  const app = join(repository, 'test/fixtures/probe');
  const result = await bolide(app, 'build', '--server-only', '--directory', folder);
  if (result.code !== 0) throw new Error(`bolide build failed with ${result.code}:\n${result.stdout}${result.stderr}`);
  return join(folder, 'bundle');
}
