import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A JavaScript runtime under test. */
export interface Runtime {
  readonly name: 'node' | 'bun';
  readonly command: string;
}

const require = createRequire(import.meta.url);

/** Node is the one that runs the tests; Bun comes from the npm package `bun`. */
export const runtimes: readonly Runtime[] = [
  { name: 'node', command: process.execPath },
  { name: 'bun', command: join(dirname(require.resolve('bun/package.json')), 'bin', 'bun.exe') },
];
