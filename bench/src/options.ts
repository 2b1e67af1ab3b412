import { parseArgs } from 'node:util';

/** A server that already runs, measured along. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** Its process, if it is on this machine and its CPU time shall be told. */
  readonly pid?: number;
}

export interface Options {
  /** Programs to run; none: all. */
  readonly programs: readonly string[];
  /** Some rounds of a fraction of a second each: shows that it works, says nothing about speed. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Milliseconds that one case is measured on one server in one round. */
  readonly window: number;
  readonly targets: readonly Target[];
  /** Folder of the JSON files. */
  readonly results: string;
}

export const USAGE = `npm run bench [-- <program>... | report] [flags]

Programs: cold-start, memory, http, ddp, build. Without one: all of them, then the report.
report: writes docs/benchmarks.md from the results of the last runs.

  --quick                        short rounds that show that everything works, in less than a minute
  --rounds <n>                   rounds per case; default 5, with --quick 2
  --window <milliseconds>        time of one case on one server in one round; default 700, with --quick 100
  --target <name>=<url>[,<pid>]  also measure a server that runs already, with http and ddp; may be repeated
  --results <folder>             where the JSON files go; default bench/results
`;

/** An error in how the suite was called. */
export class UsageError extends Error {}

/** @throws UsageError */
export function parseOptions(argv: readonly string[], defaultResults: string): Options {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  const quick = values.quick ?? false;
  return {
    programs: positionals,
    quick,
    rounds: wholeNumber('--rounds', values.rounds, quick ? 2 : 5),
    window: wholeNumber('--window', values.window, quick ? 100 : 700),
    targets: (values.target ?? []).map(parseTarget),
    results: values.results ?? defaultResults,
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      rounds: { type: 'string' },
      window: { type: 'string' },
      target: { type: 'string', multiple: true },
      results: { type: 'string' },
    },
  });
}

function wholeNumber(flag: string, text: string | undefined, byDefault: number): number {
  if (text === undefined) return byDefault;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 60_000) {
    throw new UsageError(`${flag} must be a whole number from 1 to 60000, not ${JSON.stringify(text)}.`);
  }
  return value;
}

function parseTarget(text: string): Target {
  const [, name, url, pid] = /^([^=]+)=(http:\/\/[^,]+)(?:,(\d+))?$/.exec(text) ?? [];
  if (name === undefined || url === undefined || !URL.canParse(url)) {
    throw new UsageError(
      `--target must be <name>=<url>[,<pid>] with an http address, not ${JSON.stringify(text)}. Example: --target meteor=http://127.0.0.1:3000,1234`,
    );
  }
  return { name, url, ...(pid !== undefined && { pid: Number(pid) }) };
}
