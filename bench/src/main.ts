// The benchmark suite's command line: see USAGE in options.ts.
import { join } from 'node:path';
import { type Options, parseOptions, USAGE, UsageError } from './options.js';
import { benchFolder } from './paths.js';
import { programs } from './programs/index.js';
import type { Program } from './programs/program.js';
import { describeEnvironment } from './report/environment.js';
import { type Case, writeResults } from './report/results.js';
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

try {
  const options = parseOptions(process.argv.slice(2), join(benchFolder, 'results'));
  const unknown = options.programs.find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined) throw new UsageError(`There is no program "${unknown}".`);
  for (const program of programs) {
    if (options.programs.length === 0 || options.programs.includes(program.name)) await runProgram(program, options);
  }
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${(error as Error).stack}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
