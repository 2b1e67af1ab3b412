import { median } from '../measure/statistics.js';
import type { Program } from '../programs/program.js';
import { runtimeTitle } from '../servers/subject.js';
import type { Environment } from './environment.js';
import { goals, type Outcome } from './goals.js';
import { compared, formatCompared, formatMedian, formatShare, metricsOf, spreadOf } from './numbers.js';
import type { Case, Measured, Metric, Results } from './results.js';
import { markdownTable } from './table.js';

/** A program and what its last run gave. */
export interface Section {
  readonly program: Program;
  readonly results: Results;
}

const HOW_TO_READ = `## How to read this

- Everything in a table was measured in one run on one machine, with server and load generator on the same cores and over loopback. Ratios carry over to other machines; absolute figures do not.
- A *bare* server is the runtime without anything: it does the same work with as little code as possible. It is the bound; nothing on the same runtime can do better.
- Every case is warmed up, then measured in several rounds. Each round measures all servers one after the other, every second round in the opposite order. Figures are medians of the rounds; a ratio is the median of the ratios of the rounds.
- *Server CPU* is what the server's process used, all threads, user and system, divided by what it answered. It is the steadier figure: it does not depend on who else wants the machine, and hardly on the load generator.
- *p50, p95, p99*: latency under that load, medians over the rounds. With so many calls under way it is mostly waiting in line.
- \`*\`: the load generator used more than 90 % of a core. What was counted is what it can do, and the server could do more.
- *Spread*: (largest - smallest round) / median. Differences smaller than that mean nothing.`;

/** The page docs/benchmarks.md. */
export function report(sections: readonly Section[]): string {
  return [
    '# Benchmarks',
    'Written by `npm run bench`; do not edit. `npm run bench -- <program>` measures one part again, `npm run bench -- report` writes this page from the last results.',
    environments(sections),
    HOW_TO_READ,
    `## What is to be reached\n\n${goalTable(sections)}`,
    ...sections.map(sectionText),
    `## Noise\n\n${noiseTable(sections)}`,
    '',
  ].join('\n\n');
}

function environments(sections: readonly Section[]): string {
  const lines = new Map<string, string[]>();
  for (const { program, results } of sections) {
    const line =
      environmentLine(results.environment) + (results.quick ? ' **A quick run: no figure means anything.**' : '');
    lines.set(line, [...(lines.get(line) ?? []), program.name]);
  }
  const all = [...lines];
  return all.map(([line, names]) => (all.length === 1 ? line : `${names.join(', ')}: ${line}`)).join('\n\n');
}

const environmentLine = ({ date, commit, cpu, cpus, memory, platform, node, bun, ws }: Environment): string =>
  `${date.slice(0, 10)}${commit === undefined ? '' : `, commit ${commit}`}. ${cpus} cores (${cpu}), ${memory} GB, ${platform}. Node ${node}, Bun ${bun}, ws ${ws}.`;

function goalTable(sections: readonly Section[]): string {
  const rows = goals.map(({ title, program, outcomes }) => {
    const results = sections.find((section) => section.program.name === program)?.results;
    const { node, bun } = results === undefined ? {} : outcomes(results);
    return [title, outcomeText(node), outcomeText(bun)];
  });
  return markdownTable(['', 'Node', 'Bun'], rows);
}

const outcomeText = (outcome: Outcome | undefined): string =>
  outcome === undefined ? '' : `${outcome.text} ${outcome.isMet ? '✓' : '✗'}`;

function sectionText({ program, results }: Section): string {
  const parts = [`## ${program.title}`, program.description];
  const isPerCase = results.metrics.some(({ key }) => key === 'rate');
  if (isPerCase) {
    for (const runtime of ['node', 'bun'] as const) {
      parts.push(`### On ${runtimeTitle(runtime)}`, ...pivotTables(results, `bolide-${runtime}`));
    }
    const targets = new Set(results.cases.flatMap(({ servers }) => servers.filter(({ kind }) => kind === 'target')));
    for (const [id, title] of new Map([...targets].map((target) => [target.id, target.title]))) {
      parts.push(`### ${title}`, ...pivotTables(results, id));
    }
  } else {
    parts.push(...results.cases.map((item) => serverTable(item, metricsOf(item, results.metrics))));
  }
  return parts.join('\n\n');
}

/** One row per server. */
function serverTable({ title, servers }: Case, metrics: readonly Metric[]): string {
  const isCompared = servers.some(({ beside }) => beside.length > 0);
  const withComparison = (metric: Metric): boolean => isCompared && metric.compare !== undefined;
  const head = [title, ...metrics.flatMap((metric) => [metric.title, ...(withComparison(metric) ? ['to bare'] : [])])];
  const rows = servers.map((server) => {
    const base = servers.find(({ id }) => id === server.beside[0]);
    const comparison = (metric: Metric): string =>
      base === undefined ? '' : formatCompared(compared(server, base, metric), metric);
    return [
      server.title,
      ...metrics.flatMap((metric) => [
        formatMedian(server, metric),
        ...(withComparison(metric) ? [comparison(metric)] : []),
      ]),
    ];
  });
  return markdownTable(head, rows);
}

/** One row per case: a server beside the bare one; then what else it stands beside. */
function pivotTables({ cases, metrics }: Results, id: string): string[] {
  const rows = cases.flatMap((item) => {
    const server = item.servers.find((candidate) => candidate.id === id);
    return server === undefined ? [] : [{ title: item.title, server, bases: basesOf(item, server) }];
  });
  const first = rows[0];
  if (first === undefined) return [];
  const rated = metrics.filter(({ compare }) => compare !== undefined);
  const latencies = metrics.filter(({ unit }) => unit === 'ms');
  const names = first.bases.map(({ title }) => title);
  const tables = names.map((name, index) => {
    const head = ['', ...rated.flatMap((metric) => [`${metric.title}`, name, 'ratio'])];
    return markdownTable(
      head,
      rows.map(({ title, server, bases }) => [
        title,
        ...rated.flatMap((metric) => {
          const base = bases[index] as Measured;
          return [figure(server, metric), figure(base, metric), formatCompared(compared(server, base, metric), metric)];
        }),
      ]),
    );
  });
  const own = first.server.title;
  const latency = markdownTable(
    ['', ...latencies.flatMap(({ title }) => [`${title}`, ...names.slice(0, 1)])],
    rows.map(({ title, server, bases }) => [
      title,
      ...latencies.flatMap((metric) => [server, ...bases.slice(0, 1)].map((each) => formatMedian(each, metric))),
    ]),
  );
  return [`${own}, beside ${names.join(' and ')}:`, ...tables, 'Latency:', latency];
}

const basesOf = ({ servers }: Case, { beside }: Measured): Measured[] =>
  beside.flatMap((id) => servers.filter((server) => server.id === id));

const figure = (server: Measured, metric: Metric): string =>
  `${formatMedian(server, metric)}${metric.key === 'rate' && server.generatorWasTheLimit ? '*' : ''}`;

/** How far the rounds of each program lie apart. */
function noiseTable(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ program, results }) =>
    results.metrics
      .filter(({ compare }) => compare !== undefined)
      .map((metric) => {
        const spreads = results.cases
          .flatMap(({ servers }) => servers.map((server) => spreadOf(server, metric.key)))
          .filter((value) => !Number.isNaN(value));
        if (spreads.length === 0) return undefined;
        return [
          `${program.title}, ${metric.title}`,
          String(results.rounds),
          formatShare(median(spreads)),
          formatShare(Math.max(...spreads)),
        ];
      }),
  );
  return markdownTable(
    ['', 'rounds', 'spread of a typical server', 'of the worst'],
    rows.filter((row) => row !== undefined),
  );
}
