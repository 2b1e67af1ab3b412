import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSize } from '../measure/folder-size.js';
import type { Measured, Sample } from '../report/results.js';
import { bolideBuild, bundleOf, copyApp, helloApp } from '../servers/build-app.js';
import type { Program } from './program.js';

/** Code that the server runs: not what it serves, not its assets, and no source maps. */
const isServerCode = (path: string): boolean =>
  /\.(?:[mc]?js|json)$/.test(path) && !/^(?:programs\/web\.|assets\/|node_modules\/)/.test(path) && !isNotes(path);
const isNotes = (path: string): boolean => /^(?:manifest|star)\.json$/.test(path);

const row = (id: string, title: string, samples: readonly Sample[]): Measured => ({
  id,
  title,
  kind: 'bolide',
  beside: [],
  samples,
});

export const build: Program = {
  name: 'build',
  title: 'Build',
  description:
    '`bolide build --directory` of examples/hello, client included, as a process: cold without a cache, warm when nothing has changed. The first round does not count. CPU time is that of all threads. Server code is what the server loads, without source maps, assets and native addons.',
  metrics: [
    { key: 'seconds', title: 'seconds', unit: 's', better: 'less', decimals: 2 },
    { key: 'cpuSeconds', title: 'CPU seconds', unit: 's', better: 'less', decimals: 2 },
    { key: 'megabytes', title: 'MB', unit: 'MB', better: 'less', decimals: 2 },
  ],

  async run({ options, log, done }) {
    const app = await copyApp(helloApp, 'hello-build');
    const cold: Sample[] = [];
    const warm: Sample[] = [];
    // The first one reads the compiler from disk and does not count.
    for (let round = options.quick ? 0 : -1; round < options.rounds; round++) {
      log(`round ${round + 1} of ${options.rounds}`);
      await rm(join(app, '.meteor/local'), { recursive: true, force: true });
      await rm(`${app}-output`, { recursive: true, force: true });
      const samples = [{ ...(await bolideBuild(app)) }, { ...(await bolideBuild(app)) }] as const;
      if (round < 0) continue;
      cold.push(samples[0]);
      warm.push(samples[1]);
    }
    done({
      name: 'time',
      title: 'build of hello',
      servers: [row('cold', 'cold', cold), row('warm', 'warm', warm)],
    });

    const bundle = bundleOf(app);
    const megabytes = async (accepts?: (path: string) => boolean): Promise<Sample[]> => [
      { megabytes: (await folderSize(bundle, accepts)) / 1e6 },
    ];
    done({
      name: 'size',
      title: 'size of the bundle',
      servers: [
        row('server-code', 'server code', await megabytes(isServerCode)),
        row(
          'source-maps',
          'source maps of the server',
          await megabytes((path) => path.endsWith('.map') && !path.startsWith('programs/web.')),
        ),
        row(
          'node-modules',
          'npm packages that stay outside',
          await megabytes((path) => path.startsWith('node_modules/')),
        ),
        row(
          'client',
          'client program with compressed forms',
          await megabytes((path) => path.startsWith('programs/web.')),
        ),
        row('all', 'all', await megabytes()),
      ],
    });
  },
};
