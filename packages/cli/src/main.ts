import { createRequire } from 'node:module';
import { BuildError } from '@bolide/build';
import { Command, CommanderError } from 'commander';
import { buildCommand } from './commands/build.js';
import { ExitCode } from './exit-code.js';
import { printFailure } from './print-failure.js';

export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** Runs the command line and returns the process's exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(argv: readonly string[]): Promise<number> {
  let exitCode: number = ExitCode.ok;
  const program = new Command('bolide')
    .description('A Meteor app as a standard ES-module server for Node and Bun.')
    .version(version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('Run "bolide --help" or "bolide <command> --help".')
    .configureHelp({ showGlobalOptions: true });
  program.addCommand(
    buildCommand((code) => {
      exitCode = code;
    }),
  );
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    if (error instanceof BuildError) {
      printFailure(error);
      return ExitCode.failed;
    }
    throw error;
  }
  return exitCode;
}
