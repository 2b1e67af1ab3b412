import { baseOf, formatMedian, formatShare, ratioOf, spreadOf } from './numbers.js';
import type { Case, Metric } from './results.js';
import { textTable } from './table.js';

/** A case as a table: a server per row, its metrics, and how it stands to the bare one. */
export function caseTable(measured: Case, metrics: readonly Metric[]): string {
  const [first, ...others] = metrics as [Metric, ...Metric[]];
  const head = [
    measured.title,
    first.title,
    'spread',
    'to bare',
    ...others.flatMap(({ key, title }) => (key === 'cpu' ? [title, 'to bare'] : [title])),
  ];
  const rows = measured.servers.map((server) => {
    const base = baseOf(measured, server);
    const share = (key: string): string => (base === undefined ? '' : formatShare(ratioOf(server, base, key)));
    return [
      `  ${server.title}`,
      `${formatMedian(server, first)}${server.generatorWasTheLimit ? '*' : ''}`,
      formatShare(spreadOf(server, first.key)),
      share(first.key),
      ...others.flatMap((metric) =>
        metric.key === 'cpu' ? [formatMedian(server, metric), share('cpu')] : [formatMedian(server, metric)],
      ),
    ];
  });
  const note = measured.servers.some(({ generatorWasTheLimit }) => generatorWasTheLimit)
    ? '\n* the load generator was at its own limit: the server can do more'
    : '';
  return textTable(head, rows) + note;
}
