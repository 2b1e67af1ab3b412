import { median, medianRatio, spread } from '../measure/statistics.js';
import type { Case, Measured, Metric } from './results.js';

/** `12,345.6`; a dash for what was not measured. */
export const formatNumber = (value: number, decimals: number): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

export const formatShare = (value: number): string => (Number.isFinite(value) ? `${Math.round(value * 100)} %` : '–');

/** What the rounds gave for a metric; empty if it was not measured. */
export function valuesOf({ samples }: Measured, key: string): number[] {
  const values = samples.map((sample) => sample[key]);
  return values.every((value) => value !== undefined && value !== null) ? (values as number[]) : [];
}

/** The metrics that a case has values of. */
export const metricsOf = ({ servers }: Case, metrics: readonly Metric[]): Metric[] =>
  metrics.filter(({ key }) => servers.some((server) => valuesOf(server, key).length > 0));

export const medianOf = (measured: Measured, key: string): number => median(valuesOf(measured, key));

export const spreadOf = (measured: Measured, key: string): number => {
  const values = valuesOf(measured, key);
  return values.length === 0 ? Number.NaN : spread(values);
};

/**
 * How a server stands to another one, as the metric says: its share, e.g. 0.8 for 80 % of the calls per second, or the
 * difference. `NaN` if one was not measured.
 */
export function compared(measured: Measured, base: Measured, { key, compare }: Metric): number {
  const values = valuesOf(measured, key);
  const bases = valuesOf(base, key);
  return compare === 'difference' ? median(values) - median(bases) : medianRatio(values, bases);
}

export function formatCompared(value: number, { compare, unit, decimals }: Metric): string {
  if (Number.isNaN(value)) return '–';
  if (compare !== 'difference') return formatShare(value);
  return `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value), decimals)} ${unit}`;
}

/** The server that another one is compared with: the first of those it stands beside. */
export const baseOf = ({ servers }: Case, { beside }: Measured): Measured | undefined =>
  servers.find(({ id }) => id === beside[0]);

export const formatMedian = (measured: Measured, { key, decimals }: Metric): string =>
  formatNumber(medianOf(measured, key), decimals);
