import { join } from 'node:path';
import { repository } from './repository.js';
import { type RunResult, run } from './run.js';

/** Runs the command line as a user does, in an app's folder. */
export const bolide = (cwd: string, ...argv: string[]): Promise<RunResult> =>
  run(process.execPath, [join(repository, 'packages/cli/bin/bolide.js'), ...argv], { cwd });
