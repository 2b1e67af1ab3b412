import { compared, formatCompared, formatNumber, formatShare, medianOf } from './numbers.js';
import type { Case, Measured, Metric, Results } from './results.js';

/** What came out for a goal on one runtime. */
export interface Outcome {
  readonly text: string;
  readonly isMet: boolean;
}

export interface Goal {
  readonly title: string;
  readonly program: string;
  /** One per column of the table; `undefined` where it was not measured. */
  readonly outcomes: (results: Results) => { readonly node?: Outcome | undefined; readonly bun?: Outcome | undefined };
}

/** Two figures that lie closer than this are the same: rounds of one server vary as much. */
const NOISE = 0.05;

const findCase = ({ cases }: Results, name: string): Case | undefined => cases.find((item) => item.name === name);

const findServer = (item: Case | undefined, id: string): Measured | undefined =>
  item?.servers.find((server) => server.id === id);

const findMetric = ({ metrics }: Results, key: string): Metric => {
  const metric = metrics.find((item) => item.key === key);
  if (metric === undefined) throw new Error(`The results have no metric ${key}.`);
  return metric;
};

/** A server beside the bare one: `accepts` judges the share or the difference. */
const besideBare =
  (caseName: string, app: string, key: string, accepts: (value: number) => boolean): Goal['outcomes'] =>
  (results) => {
    const item = findCase(results, caseName);
    const outcome = (runtime: string): Outcome | undefined => {
      const server = findServer(item, `${app}-${runtime}`);
      const base = findServer(item, server?.beside[0] ?? '');
      if (server === undefined || base === undefined) return undefined;
      const metric = findMetric(results, key);
      const value = compared(server, base, metric);
      return Number.isNaN(value) ? undefined : { text: formatCompared(value, metric), isMet: accepts(value) };
    };
    return { node: outcome('node'), bun: outcome('bun') };
  };

/** A metric of one case of ours, as a share of the same metric of another case of ours. */
const besideCase =
  (caseName: string, otherName: string, key: string, accepts: (value: number) => boolean): Goal['outcomes'] =>
  (results) => {
    const outcome = (runtime: string): Outcome | undefined => {
      const [server, other] = [caseName, otherName].map((name) =>
        findServer(findCase(results, name), `bolide-${runtime}`),
      );
      if (server === undefined || other === undefined) return undefined;
      const value = medianOf(server, key) / medianOf(other, key);
      return Number.isNaN(value) ? undefined : { text: formatShare(value), isMet: accepts(value) };
    };
    return { node: outcome('node'), bun: outcome('bun') };
  };

/** The pattern 1x200 beside the best of all others. */
const pipelinedIsFastest: Goal['outcomes'] = (results) => {
  const outcome = (runtime: string): Outcome | undefined => {
    const rate = (item: Case): number => {
      const server = findServer(item, `bolide-${runtime}`);
      return server === undefined ? Number.NaN : medianOf(server, 'rate');
    };
    const pipelined = findCase(results, '1x200');
    const others = results.cases.filter((item) => item !== pipelined).map(rate);
    if (pipelined === undefined || others.length === 0) return undefined;
    const value = rate(pipelined) / Math.max(...others);
    return Number.isNaN(value) ? undefined : { text: formatShare(value), isMet: value >= 1 - NOISE };
  };
  return { node: outcome('node'), bun: outcome('bun') };
};

/** A value of the build, which has no runtime: it stands in the column of Node, which runs it. */
const ofBuild =
  (caseName: string, id: string, key: string, limit: number): Goal['outcomes'] =>
  (results) => {
    const server = findServer(findCase(results, caseName), id);
    if (server === undefined) return {};
    const { unit, decimals } = findMetric(results, key);
    const value = medianOf(server, key);
    return { node: { text: `${formatNumber(value, decimals)} ${unit}`, isMet: value <= limit } };
  };

const atLeast = (limit: number) => (value: number) => value >= limit;
const atMost = (limit: number) => (value: number) => value <= limit;

const staticGoal = (title: string, name: string): Goal => ({
  title: `${title}: at least 80 % of bare`,
  program: 'http',
  outcomes: besideBare(name, 'bolide', 'rate', atLeast(0.8)),
});

/** What the project wants to reach, by the bare server on the same runtime in the same run. */
export const goals: readonly Goal[] = [
  {
    title: 'cold start of hello: at most bare + 150 ms',
    program: 'cold-start',
    outcomes: besideBare('cold-start', 'hello', 'milliseconds', atMost(150)),
  },
  {
    title: 'memory of hello at rest: at most bare + 40 MB',
    program: 'memory',
    outcomes: besideBare('memory', 'hello', 'rss', atMost(40)),
  },
  {
    title: 'page: at least 60 % of bare',
    program: 'http',
    outcomes: besideBare('page', 'bolide', 'rate', atLeast(0.6)),
  },
  staticGoal('static CSS', 'css'),
  staticGoal('static CSS, br', 'css-br'),
  staticGoal('static JS', 'js'),
  staticGoal('static JS, br', 'js-br'),
  {
    title: 'server CPU of the compressed CSS: no more than of the plain one',
    program: 'http',
    outcomes: besideCase('css-br', 'css', 'cpu', atMost(1 + NOISE)),
  },
  {
    title: 'server CPU of the compressed JS: no more than of the plain one',
    program: 'http',
    outcomes: besideCase('js-br', 'js', 'cpu', atMost(1 + NOISE)),
  },
  {
    title: 'DDP, 50 clients x 1: at least 60 % of bare',
    program: 'ddp',
    outcomes: besideBare('50x1', 'bolide', 'rate', atLeast(0.6)),
  },
  {
    title: 'DDP, 50 clients x 20: at least 30 % of bare with one write per turn',
    program: 'ddp',
    outcomes: besideBare('50x20', 'bolide', 'rate', atLeast(0.3)),
  },
  {
    title: 'DDP, 1 client x 200: the fastest pattern; share of the best other one',
    program: 'ddp',
    outcomes: pipelinedIsFastest,
  },
  { title: 'cold build of hello: at most 3 s', program: 'build', outcomes: ofBuild('time', 'cold', 'seconds', 3) },
  { title: 'warm build of hello: at most 1 s', program: 'build', outcomes: ofBuild('time', 'warm', 'seconds', 1) },
  {
    title: 'server code of hello: at most 1.5 MB',
    program: 'build',
    outcomes: ofBuild('size', 'server-code', 'megabytes', 1.5),
  },
];
