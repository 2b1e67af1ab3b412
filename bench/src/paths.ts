import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The folder `bench`. */
export const benchFolder = fileURLToPath(new URL('..', import.meta.url));

/** The repository's root. */
export const repository = dirname(dirname(fileURLToPath(new URL('.', import.meta.url))));

/** Where programs put what they build; not under version control, kept between runs. */
export const workFolder = join(benchFolder, '.work');

/** A compiled file of the suite, e.g. `bare/node-http.js`. */
export const compiled = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The executable of Bun that comes with the npm package `bun`. */
export const bunCommand = (): string => join(dirname(require.resolve('bun/package.json')), 'bin', 'bun.exe');

export const bolideCommand = join(repository, 'packages/cli/bin/bolide.js');
