import { isAtItsLimit } from '../load/load-generator.js';
import type { LoadResult } from '../load/protocol.js';
import type { Measured, Metric, Sample } from '../report/results.js';
import { measuredOf, type Subject } from '../servers/subject.js';

/** What the programs that use the load generator tell of a server, per `unit` ("call", "request"). */
export const loadMetrics = (unit: string): Metric[] => [
  { key: 'rate', title: `${unit}s/s`, unit: '1/s', better: 'more', decimals: 0, compare: 'ratio' },
  { key: 'cpu', title: `server CPU µs/${unit}`, unit: 'µs', better: 'less', decimals: 1, compare: 'ratio' },
  { key: 'p50', title: 'p50 ms', unit: 'ms', better: 'less', decimals: 2 },
  { key: 'p95', title: 'p95 ms', unit: 'ms', better: 'less', decimals: 2 },
  { key: 'p99', title: 'p99 ms', unit: 'ms', better: 'less', decimals: 2 },
  { key: 'generator', title: 'generator CPU %', unit: '%', better: 'less', decimals: 0 },
];

export function loadSample({ count, milliseconds, latency, serverCpu, ownCpu }: LoadResult): Sample {
  return {
    rate: (count / milliseconds) * 1000,
    ...(serverCpu !== undefined && count > 0 && { cpu: (serverCpu * 1000) / count }),
    ...latency,
    generator: (ownCpu / milliseconds) * 100,
  };
}

export function measuredLoad(subject: Subject, results: readonly LoadResult[]): Measured {
  return {
    ...measuredOf(subject, results.map(loadSample)),
    generatorWasTheLimit: results.filter(isAtItsLimit).length > results.length / 2,
  };
}
