import { LoadGenerator } from '../load/load-generator.js';
import { chosenCases } from '../options.js';
import { benchAppBundle } from '../servers/build-app.js';
import { type Reachable, targetSubject, withServers } from '../servers/running.js';
import { bareServer, bundleOn, type Subject } from '../servers/subject.js';
import { loadMetrics } from './load-metrics.js';
import { measureLoad } from './measure-load.js';
import type { Program } from './program.js';

/** Clients, and calls of each that are under way. */
const PATTERNS = [
  { name: '1x1', connections: 1, outstanding: 1, title: '1 client, one call after the other' },
  { name: '1x200', connections: 1, outstanding: 200, title: '1 client, 200 calls under way' },
  { name: '10x20', connections: 10, outstanding: 20, title: '10 clients, 20 calls each under way' },
  { name: '50x1', connections: 50, outstanding: 1, title: '50 clients, one call each under way' },
  { name: '50x4', connections: 50, outstanding: 4, title: '50 clients, 4 calls each under way' },
  { name: '50x20', connections: 50, outstanding: 20, title: '50 clients, 20 calls each under way' },
] as const;

export const ddp: Program = {
  name: 'ddp',
  title: 'DDP echo',
  description:
    'A method returns its one short string. A call has ended when its `result` and its `updated` are there. The bare servers parse the same JSON and send the same two frames.',
  metrics: loadMetrics('call'),

  async run(context) {
    const { options, log, done } = context;
    log('building the bench app');
    const bundle = await benchAppBundle();
    const subjects: Subject[] = [
      bundleOn(bundle, 'node', ['node-ws-corked', 'node-ws']),
      bareServer('node-ws-corked', 'node', 'bare ws, one flush per turn'),
      bareServer('node-ws', 'node', 'bare ws'),
      bundleOn(bundle, 'bun', ['bun-web-socket']),
      bareServer('bun-web-socket', 'bun', 'bare Bun.serve'),
      ...options.targets.map((target) => targetSubject(target, ['node-ws-corked'])),
    ];
    await using generator = new LoadGenerator();
    await withServers(subjects, async (servers) => {
      for (const { name, title, connections, outstanding } of chosenCases(PATTERNS, options)) {
        log(title);
        const load = (subject: Subject, milliseconds: number) => {
          const { prefix, ...server } = servers.get(subject) as Reachable;
          const path = `${prefix}/websocket`;
          return generator.run({ kind: 'ddp', ...server, path, connections, outstanding, milliseconds });
        };
        done({ name, title, servers: await measureLoad(subjects, context, load) });
      }
    });
  },
};
