import { isAtItsLimit } from '../load/load-generator.js';
import type { LoadResult } from '../load/protocol.js';
import { interleave } from '../measure/rounds.js';
import type { Measured, Sample } from '../report/results.js';
import { measuredOf, type Subject } from '../servers/subject.js';
import type { ProgramContext } from './program.js';

/**
 * Measures one case on all servers, in rounds.
 *
 * A target that does not answer as the bench app does is left out, and the reason told. Any other server must answer:
 * rejects if one does not.
 */
export async function measureLoad(
  subjects: readonly Subject[],
  { options, log }: ProgramContext,
  load: (subject: Subject, milliseconds: number) => Promise<LoadResult>,
): Promise<Measured[]> {
  const able: Subject[] = [];
  for (const subject of subjects) {
    try {
      await load(subject, options.window);
      able.push(subject);
    } catch (error) {
      if (subject.kind !== 'target') throw error;
      log(`leaving out ${subject.title}: ${(error as Error).message}`);
    }
  }
  const results = await interleave(able, options.rounds, (subject) => load(subject, options.window));
  return able.map((subject) => measuredLoad(subject, results.get(subject) ?? []));
}

function measuredLoad(subject: Subject, results: readonly LoadResult[]): Measured {
  return {
    ...measuredOf(subject, results.map(loadSample)),
    generatorWasTheLimit: results.filter(isAtItsLimit).length > results.length / 2,
  };
}

function loadSample({ count, milliseconds, latency, serverCpu, ownCpu }: LoadResult): Sample {
  return {
    rate: (count / milliseconds) * 1000,
    ...(serverCpu !== undefined && { cpu: (serverCpu * 1000) / count }),
    ...latency,
    generator: (ownCpu / milliseconds) * 100,
  };
}
