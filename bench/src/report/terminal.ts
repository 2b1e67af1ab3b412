import { baseOf, compared, formatCompared, formatMedian, formatShare, metricsOf, spreadOf } from './numbers.js';
import type { Case, Measured, Metric } from './results.js';
import { textTable } from './table.js';

/** A case as a table: a server per row, its metrics, and how it stands to the bare one. */
export function caseTable(measured: Case, allMetrics: readonly Metric[]): string {
  const metrics = metricsOf(measured, allMetrics);
  const isCompared = measured.servers.some(({ beside }) => beside.length > 0);
  const head = [measured.title, ...metrics.flatMap((metric, index) => titles(metric, index === 0, isCompared))];
  const rows = measured.servers.map((server) => [
    `  ${server.title}`,
    ...metrics.flatMap((metric, index) => cells(measured, server, metric, index === 0, isCompared)),
  ]);
  const note = measured.servers.some(({ generatorWasTheLimit }) => generatorWasTheLimit)
    ? '\n* the load generator was at its own limit: the server can do more'
    : '';
  return textTable(head, rows) + note;
}

const titles = ({ title, compare }: Metric, isFirst: boolean, isCompared: boolean): string[] => [
  title,
  ...(isFirst ? ['spread'] : []),
  ...(isCompared && compare !== undefined ? ['to bare'] : []),
];

function cells(measured: Case, server: Measured, metric: Metric, isFirst: boolean, isCompared: boolean): string[] {
  const base = baseOf(measured, server);
  const mark = isFirst && server.generatorWasTheLimit ? '*' : '';
  return [
    `${formatMedian(server, metric)}${mark}`,
    ...(isFirst ? [formatShare(spreadOf(server, metric.key))] : []),
    ...(isCompared && metric.compare !== undefined
      ? [base === undefined ? '' : formatCompared(compared(server, base, metric), metric)]
      : []),
  ];
}
