import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bolide } from './bolide.js';
import { repository } from './repository.js';
import { temporaryFolder } from './temporary-folder.js';

/** Builds test/fixtures/mistakes, an app that does everything wrong, for the tests of one file. */
export function mistakesBundle(): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await temporaryFolder(true);
    const app = join(repository, 'test/fixtures/mistakes');
    const result = await bolide(app, 'build', '--server-only', '--directory', folder);
    if (result.code !== 0) throw new Error(`bolide build failed:\n${result.stdout}${result.stderr}`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, 'bundle');
}
