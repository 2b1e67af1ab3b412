import { cpuMilliseconds } from '../measure/process-stats.js';
import { interleave } from '../measure/rounds.js';
import type { Sample } from '../report/results.js';
import { bothApps, type StartedSubject } from '../servers/apps.js';
import { startServer } from '../servers/server-process.js';
import { measuredOf } from '../servers/subject.js';
import type { Program } from './program.js';

export const coldStart: Program = {
  name: 'cold-start',
  title: 'Cold start',
  description:
    'From starting the process to the first `HTTP/1.1 200`, asked for again and again from the moment the port is open. The files are in the page cache. The bare server says hello and does nothing else. CPU time comes in steps of 10 ms. hello waits 20 ms at its top level before it listens.',
  metrics: [
    { key: 'milliseconds', title: 'ms', unit: 'ms', better: 'less', decimals: 0, compare: 'difference' },
    { key: 'cpu', title: 'CPU ms', unit: 'ms', better: 'less', decimals: 0, compare: 'difference' },
  ],

  async run({ options, log, done }) {
    const subjects = await bothApps(log);
    log('starting servers');
    // Starts are short and vary more than what is counted by the thousand.
    const rounds = options.quick ? options.rounds : options.rounds * 2;
    const measure = async ({ start }: StartedSubject): Promise<Sample> => {
      const server = await startServer(start);
      const cpu = server.pid === undefined ? undefined : cpuMilliseconds(server.pid);
      await server.stop();
      return { milliseconds: server.coldStart, cpu };
    };
    // The first start reads from disk, and does not count.
    for (const subject of subjects) await measure(subject);
    const samples = await interleave(subjects, rounds, measure);
    done({
      name: 'cold-start',
      title: 'start to first 200',
      servers: subjects.map((subject) => measuredOf(subject, samples.get(subject) ?? [])),
    });
  },
};
