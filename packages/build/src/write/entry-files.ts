import type { PackageEntry } from '@bolide/bundle';

const BANNER = '// Written by `bolide build`.';

/** `bolide/bundle.mjs`: tells the runtime where it stands. Evaluated before any package. */
export const bundleModule = (): string => `${BANNER} Evaluated before every package.
import { fileURLToPath } from 'node:url';
import { openBundle, readManifest, setUpGlobals } from './runtime.mjs';

const directory = fileURLToPath(new URL('..', import.meta.url));
openBundle({ directory, manifest: readManifest(directory) });
setUpGlobals();
`;

/** `bolide/process.mjs`: what a process does that is a server and nothing else. */
export const processModule = (): string => `${BANNER} What a server process does before its packages are evaluated.
import { setUpProcess } from './runtime.mjs';

setUpProcess();
`;

/** `index.mjs`: starts the server. */
export const indexModule = (packages: readonly PackageEntry[], app: string): string => `${BANNER}
// Starts the server: \`node index.mjs\` or \`bun index.mjs\`. What follows is evaluated in this order.
import './bolide/bundle.mjs';
import './bolide/process.mjs';
${importLines(packages, app)}
import { host } from '#host';
import { runMain } from './bolide/runtime.mjs';

await runMain({ host });
`;

/** `server.mjs`: the same graph without starting. */
export const serverModule = (packages: readonly PackageEntry[], app: string): string => `${BANNER}
// The same modules as index.mjs, in the same order, without starting the server.
import './bolide/bundle.mjs';
${importLines(packages, app)}
import { host } from '#host';
import { setDefaultHost } from './bolide/runtime.mjs';

setDefaultHost(host);

export { boot, bootPackages, runMain } from './bolide/runtime.mjs';
`;

const importLines = (packages: readonly PackageEntry[], app: string): string =>
  [...packages.map((pkg) => pkg.module), app].map((path) => `import './${path}';`).join('\n');

/** Node and Bun choose the host by the export condition, statically. */
export const packageJson = (name: string, version: string): object => ({
  name,
  version,
  private: true,
  type: 'module',
  main: 'server.mjs',
  imports: {
    '#host': { bun: './bolide/host-bun.mjs', default: './bolide/host-node.mjs' },
    '#sloppy/*': './sloppy/*',
  },
  scripts: { start: 'node index.mjs' },
});

/** For tools that run `node main.js`. Loading the rest later lets Node's compile cache take part. */
export const mainScript = (): string => `${BANNER} For tools that start \`node main.js\`.
import module from 'node:module';

module.enableCompileCache?.();
await import('./index.mjs');
`;

/** For tools that run `npm install` in `programs/server`: there is nothing to install. */
export const serverPackageJson = (): object => ({
  name: 'meteor-server-bundle',
  private: true,
  description: 'Nothing to install: see ../../package.json',
});

export const starJson = (release: string | undefined, arches: readonly string[]): object => ({
  format: 'site-archive-pre1',
  builtBy: 'Bolide',
  programs: [
    { name: 'server', arch: 'os', path: '../index.mjs' },
    ...arches.map((arch) => ({ name: arch, arch, path: `programs/${arch}/program.json` })),
  ],
  ...(release !== undefined && { meteorRelease: release }),
});
