import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A server that already runs, measured along. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** Its process, if it is on this machine and its CPU time shall be told. */
  readonly pid?: number;
}

export interface Options {
  /** Programs to run. */
  readonly programs: readonly string[];
  /** Whether the report is written in the end. */
  readonly writesReport: boolean;
  /** Short rounds: show that it works, say nothing about speed. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Milliseconds that one case is measured on one server in one round. */
  readonly window: number;
  /** Names of cases of http and ddp that are measured; none: all. */
  readonly cases: readonly string[];
  readonly targets: readonly Target[];
  /** Folder of the JSON files. */
  readonly results: string;
  /** File of the report. */
  readonly report: string;
}

export interface Defaults {
  readonly results: string;
  readonly report: string;
  /** Names of all programs. */
  readonly programs: readonly string[];
}

export const USAGE = `npm run bench [-- <program>... | report] [flags]

Programs: cold-start, memory, http, ddp, build. Without one: all of them, then the report (unless --quick).
report: writes the report from the results of the last runs.

  --quick                        short rounds that show that everything works, in less than a minute
  --rounds <n>                   rounds per case; default 5, with --quick 2
  --window <milliseconds>        time of one case on one server in one round; default 500, with --quick 60
  --case <name>                  only this case of http or ddp, e.g. css-br or 50x20; may be repeated
  --target <name>=<url>[,<pid>]  with http and ddp, also measure a server that runs already, e.g. bench/app under Meteor;
                                 cases that it cannot answer are left out; may be repeated
  --results <folder>             where the JSON files go; default bench/results, with --quick bench/results/quick
  --report <file>                where the report goes; default docs/benchmarks.md
`;

/** An error in how the suite was called. */
export class UsageError extends Error {}

/** @throws UsageError */
export function parseOptions(argv: readonly string[], defaults: Defaults): Options {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  const quick = values.quick ?? false;
  const names = positionals.filter((name) => name !== 'report');
  const unknown = names.find((name) => !defaults.programs.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no program "${unknown}". Valid ones: ${defaults.programs.join(', ')}.`);
  }
  return {
    programs: positionals.length === 0 ? defaults.programs : names,
    writesReport: positionals.length === 0 ? !quick : positionals.includes('report'),
    quick,
    rounds: wholeNumber('--rounds', values.rounds, quick ? 2 : 5),
    window: wholeNumber('--window', values.window, quick ? 60 : 500),
    cases: values.case ?? [],
    targets: (values.target ?? []).map(parseTarget),
    results: resolve(values.results ?? (quick ? join(defaults.results, 'quick') : defaults.results)),
    report: resolve(values.report ?? defaults.report),
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
      case: { type: 'string', multiple: true },
      target: { type: 'string', multiple: true },
      results: { type: 'string' },
      report: { type: 'string' },
    },
  });
}

/**
 * The cases that were asked for.
 * @throws UsageError when none has such a name
 */
export function chosenCases<Case extends { readonly name: string }>(
  cases: readonly Case[],
  { cases: names }: Options,
): readonly Case[] {
  const chosen = names.length === 0 ? cases : cases.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) {
    throw new UsageError(`--case: none of ${names.join(', ')} is one of ${cases.map(({ name }) => name).join(', ')}.`);
  }
  return chosen;
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
