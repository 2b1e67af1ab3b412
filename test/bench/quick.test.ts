import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.js';
import { run } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Results {
  readonly rounds: number;
  readonly metrics: readonly { readonly key: string }[];
  readonly cases: readonly {
    readonly name: string;
    readonly servers: readonly { readonly id: string; readonly samples: readonly Record<string, number>[] }[];
  }[];
}

const bench = (...argv: string[]) =>
  run(process.execPath, [join(repository, 'bench/dist/main.js'), ...argv], { timeout: 150_000 });

/** Cases and servers that each program must have measured. Speeds are nobody's business here. */
const expected: Record<string, { cases: string[]; servers: string[] }> = {
  'cold-start': {
    cases: ['cold-start'],
    servers: ['hello-node', 'bench-app-node', 'node-hello', 'hello-bun', 'bench-app-bun', 'bun-hello'],
  },
  memory: {
    cases: ['memory'],
    servers: ['hello-node', 'bench-app-node', 'node-hello', 'hello-bun', 'bench-app-bun', 'bun-hello'],
  },
  http: {
    cases: ['page', 'page-br', 'css', 'css-br', 'css-gzip', 'js', 'js-br', 'js-gzip'],
    servers: ['bolide-node', 'node-http', 'bolide-bun', 'bun-http', 'bun-http-function'],
  },
  ddp: {
    cases: ['1x1', '1x200', '10x20', '50x1', '50x4', '50x20'],
    servers: ['bolide-node', 'node-ws-corked', 'node-ws', 'bolide-bun', 'bun-web-socket'],
  },
};

test('the benchmark suite runs, and writes results and a report', { timeout: 180_000 }, async () => {
  const folder = await temporaryFolder();
  const report = join(folder, 'report.md');
  const programs = [...Object.keys(expected), 'build'];
  const { code, stdout, stderr } = await bench(
    ...programs,
    'report',
    '--quick',
    '--results',
    folder,
    '--report',
    report,
  );
  expect(code, stderr).toBe(0);

  for (const [program, { cases, servers }] of Object.entries(expected)) {
    const results = JSON.parse(await readFile(join(folder, `${program}.json`), 'utf8')) as Results;
    expect(results.cases.map(({ name }) => name)).toEqual(cases);
    for (const measured of results.cases) {
      expect(measured.servers.map(({ id }) => id)).toEqual(servers);
      for (const { id, samples } of measured.servers) {
        expect(samples, id).toHaveLength(results.rounds);
        for (const sample of samples) expect(sample[results.metrics[0]?.key ?? ''], id).toBeGreaterThan(0);
      }
    }
  }

  const build = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')) as Results;
  expect(build.cases.map(({ name }) => name)).toEqual(['time', 'size']);
  for (const { name, servers } of build.cases) {
    const key = name === 'time' ? 'cpuSeconds' : 'megabytes';
    for (const { id, samples } of servers) expect(samples[0]?.[key], id).toBeGreaterThan(0);
  }

  expect(stdout).toContain('DDP echo');
  const text = await readFile(report, 'utf8');
  for (const title of ['Cold start', 'Memory at rest', 'HTTP', 'DDP echo', 'Build', 'Noise']) {
    expect(text).toContain(`\n## ${title}\n`);
  }
  expect(text).toContain('A quick run');
  expect(text).not.toContain('NaN');
});

test('an unknown program is a usage error that names the valid ones', async () => {
  const { code, stderr } = await bench('latency');
  expect(code).toBe(2);
  expect(stderr).toContain('cold-start, memory, http, ddp, build');
});
