import { residentBytes } from '../measure/process-stats.js';
import type { Sample } from '../report/results.js';
import { bothApps } from '../servers/apps.js';
import { withServers } from '../servers/running.js';
import { measuredOf, type Subject } from '../servers/subject.js';
import type { Program } from './program.js';

export const memory: Program = {
  name: 'memory',
  title: 'Memory at rest',
  description:
    'Resident memory (RSS) of the process five seconds after the page was fetched once. The bare server says hello and does nothing else.',
  metrics: [{ key: 'rss', title: 'RSS MB', unit: 'MB', better: 'less', decimals: 1, compare: 'difference' }],

  async run({ options, log, done }) {
    const subjects = await bothApps(log);
    const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
    // Memory varies little from start to start.
    const rounds = Math.min(options.rounds, 3);
    for (let round = 1; round <= rounds; round++) {
      log(`round ${round} of ${rounds}`);
      // Starting a server fetches its page.
      await withServers(subjects, async (servers) => {
        await new Promise((resolve) => setTimeout(resolve, options.quick ? 200 : 5000));
        for (const [subject, { pid }] of servers) {
          const bytes = pid === undefined ? undefined : residentBytes(pid);
          samples.get(subject)?.push({ rss: bytes === undefined ? undefined : bytes / 2 ** 20 });
        }
      });
    }
    done({
      name: 'memory',
      title: 'at rest',
      servers: subjects.map((subject) => measuredOf(subject, samples.get(subject) ?? [])),
    });
  },
};
