import { LoadGenerator } from '../load/load-generator.js';
import { chosenCases } from '../options.js';
import { acceptEncoding, barePath, captureContent, type Form } from '../servers/bare-content.js';
import { benchAppBundle, SCRIPT, STYLES } from '../servers/build-app.js';
import { type Reachable, targetSubject, withServers } from '../servers/running.js';
import { bareServer, bundleOn, type Subject } from '../servers/subject.js';
import { loadMetrics } from './load-metrics.js';
import { measureLoad } from './measure-load.js';
import type { Program } from './program.js';

interface HttpCase extends Form {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
}

const CASES: readonly HttpCase[] = [
  { name: 'page', title: 'page', path: '/', connections: 32 },
  { name: 'page-br', title: 'page, br', path: '/', coding: 'br', connections: 32 },
  { name: 'css', title: 'static CSS', path: STYLES.path, connections: 32 },
  { name: 'css-br', title: 'static CSS, br', path: STYLES.path, coding: 'br', connections: 32 },
  { name: 'css-gzip', title: 'static CSS, gzip', path: STYLES.path, coding: 'gzip', connections: 32 },
  { name: 'js', title: 'static JS', path: SCRIPT.path, connections: 8 },
  { name: 'js-br', title: 'static JS, br', path: SCRIPT.path, coding: 'br', connections: 8 },
  { name: 'js-gzip', title: 'static JS, gzip', path: SCRIPT.path, coding: 'gzip', connections: 8 },
];

const inBytes = (size: number): string => (size < 10_000 ? `${size} bytes` : `${Math.round(size / 1000)} KB`);

export const http: Program = {
  name: 'http',
  title: 'HTTP',
  description:
    'Keep-alive connections, each with one request under way: 32, or 8 for the script. The bare servers answer the same bytes from memory; compressed forms have paths of their own there, so they choose nothing. `Bun.serve` sends files by static routes, which run no JavaScript, and the page by a function; the other one answers everything by one function.',
  metrics: loadMetrics('request'),

  async run(context) {
    const { options, log, done } = context;
    log('building the bench app');
    const bundle = await benchAppBundle();
    const ours = [
      bundleOn(bundle, 'node', ['node-http']),
      bundleOn(bundle, 'bun', ['bun-http', 'bun-http-function']),
    ] as const;
    const { folder, sizes } = await withServers([ours[0]], (servers) =>
      captureContent(servers.get(ours[0]) as Reachable, CASES),
    );
    const content = { BENCH_CONTENT: folder };
    const subjects: Subject[] = [
      ours[0],
      bareServer('node-http', 'node', 'bare node:http', content),
      ours[1],
      bareServer('bun-http', 'bun', 'bare Bun.serve', content),
      bareServer('bun-http-function', 'bun', 'bare Bun.serve, a function', content),
      ...options.targets.map((target) => targetSubject(target, ['node-http'])),
    ];
    await using generator = new LoadGenerator();
    await withServers(subjects, async (servers) => {
      for (const form of chosenCases(CASES, options)) {
        const size = sizes.get(form) ?? 0;
        const title = `${form.title}, ${inBytes(size)}`;
        log(title);
        const load = async (subject: Subject, milliseconds: number) => {
          const { prefix, ...server } = servers.get(subject) as Reachable;
          const path = subject.kind === 'bare' ? barePath(form) : `${prefix}${form.path}`;
          const headers = { 'Accept-Encoding': acceptEncoding(form) };
          const { connections } = form;
          const result = await generator.run({ kind: 'http', ...server, path, headers, connections, milliseconds });
          // Meteor answers paths that it does not know with its page. Another compressor's work may differ a little.
          const received = result.bytes / result.count;
          if (received < size / 2) {
            throw new Error(`${path} has ${Math.round(received)} bytes instead of ${size}: not the bench app`);
          }
          return result;
        };
        done({ name: form.name, title, servers: await measureLoad(subjects, context, load) });
      }
    });
  },
};
