import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSize } from '../measure/folder-size.js';
import type { Measured, Sample } from '../report/results.js';
import { bolideBuild, copyApp, helloApp } from '../servers/build-app.js';
import type { Program } from './program.js';

/** Code that the server runs: not what it serves, not its assets, and no source maps. */
const isServerCode = (path: string): boolean =>
  /\.(?:[mc]?js|json)$/.test(path) && !/^(?:programs\/web\.|assets\/|node_modules\/)/.test(path) && !isNotes(path);
const isNotes = (path: string): boolean => /^(?:manifest|star)\.json$/.test(path);

const measured = (id: string, title: string, samples: readonly Sample[]): Measured => ({
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
    '`bolide build --directory` of examples/hello, client included, as a process: cold without a cache, warm when nothing has changed. Server code is what the server loads, without source maps, assets and native addons.',
  metrics: [{ key: 'value', title: 'seconds or MB', unit: '', better: 'less', decimals: 2 }],

  async run({ options, log, done }) {
    const app = await copyApp(helloApp, 'hello-build');
    const timed = async (): Promise<Sample> => {
      const began = performance.now();
      await bolideBuild(app);
      return { value: (performance.now() - began) / 1000 };
    };
    const cold: Sample[] = [];
    const warm: Sample[] = [];
    // The first one reads the compiler from disk and does not count.
    for (let round = options.quick ? 0 : -1; round < options.rounds; round++) {
      log(`round ${round + 1} of ${options.rounds}`);
      await rm(join(app, '.meteor/local'), { recursive: true, force: true });
      await rm(`${app}-output`, { recursive: true, force: true });
      const samples = [await timed(), await timed()] as const;
      if (round < 0) continue;
      cold.push(samples[0]);
      warm.push(samples[1]);
    }
    done({
      name: 'time',
      title: 'build of hello',
      servers: [measured('cold', 'cold, seconds', cold), measured('warm', 'warm, seconds', warm)],
    });

    const bundle = join(`${app}-output`, 'bundle');
    const megabytes = async (accepts?: (path: string) => boolean): Promise<Sample[]> => [
      { value: (await folderSize(bundle, accepts)) / 1e6 },
    ];
    done({
      name: 'size',
      title: 'size of the bundle',
      servers: [
        measured('server-code', 'server code, MB', await megabytes(isServerCode)),
        measured(
          'source-maps',
          'source maps of the server, MB',
          await megabytes((path) => path.endsWith('.map') && !path.startsWith('programs/web.')),
        ),
        measured(
          'node-modules',
          'npm packages that stay outside, MB',
          await megabytes((path) => path.startsWith('node_modules/')),
        ),
        measured(
          'client',
          'client program with compressed forms, MB',
          await megabytes((path) => path.startsWith('programs/web.')),
        ),
        measured('all', 'all, MB', await megabytes()),
      ],
    });
  },
};
