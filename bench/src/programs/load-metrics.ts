import type { Metric } from '../report/results.js';

/** What the programs that use the load generator tell of a server, per `unit` ("call", "request"). */
export const loadMetrics = (unit: string): Metric[] => [
  { key: 'rate', title: `${unit}s/s`, unit: '1/s', better: 'more', decimals: 0, compare: 'ratio' },
  { key: 'cpu', title: `server CPU µs/${unit}`, unit: 'µs', better: 'less', decimals: 1, compare: 'ratio' },
  { key: 'p50', title: 'p50 ms', unit: 'ms', better: 'less', decimals: 2 },
  { key: 'p95', title: 'p95 ms', unit: 'ms', better: 'less', decimals: 2 },
  { key: 'p99', title: 'p99 ms', unit: 'ms', better: 'less', decimals: 2 },
  { key: 'generator', title: 'generator CPU %', unit: '%', better: 'less', decimals: 0 },
];
