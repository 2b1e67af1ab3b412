// The benchmark suite's command line: see USAGE in options.ts.
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Options, parseOptions, USAGE, UsageError } from './options.js';
import { benchFolder, repository } from './paths.js';
import { programs } from './programs/index.js';
import type { Program } from './programs/program.js';
import { describeEnvironment } from './report/environment.js';
import { report, type Section } from './report/markdown.js';
import { type Case, readResults, writeResults } from './report/results.js';
import { caseTable } from './report/terminal.js';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function runProgram(program: Program, options: Options): Promise<void> {
  print(`\n== ${program.title} (${program.name})`);
  const environment = describeEnvironment();
  const cases: Case[] = [];
  await program.run({
    options,
    log: (text) => process.stderr.write(`-- ${text}\n`),
    done: (measured) => {
      cases.push(measured);
      print(`\n${caseTable(measured, program.metrics)}`);
    },
  });
  const { quick, rounds, window } = options;
  const { name, metrics } = program;
  await writeResults(options.results, { program: name, quick, rounds, window, environment, metrics, cases });
}

async function writeReport({ results: folder, report: file }: Options): Promise<void> {
  const sections: Section[] = [];
  for (const program of programs) {
    const results = await readResults(folder, program.name);
    if (results !== undefined) sections.push({ program, results });
  }
  if (sections.length === 0) throw new UsageError(`There are no results in ${folder} yet: run some program first.`);
  await writeFile(file, report(sections));
  print(`\nThe report is ${relative(process.cwd(), file)}.`);
}

// Without these a signal would end the suite before it has stopped its servers.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

try {
  const options = parseOptions(process.argv.slice(2), {
    results: join(benchFolder, 'results'),
    report: join(repository, 'docs/benchmarks.md'),
    programs: programs.map(({ name }) => name),
  });
  for (const program of programs) {
    if (options.programs.includes(program.name)) await runProgram(program, options);
  }
  if (options.writesReport) await writeReport(options);
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${(error as Error).stack}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
