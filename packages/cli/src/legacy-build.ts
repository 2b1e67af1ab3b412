import { spawn } from 'node:child_process';
import { BuildError } from '@bolide/build';

/** `--format=legacy`: the installed `meteor build`, with the same arguments. Resolves to its exit code. */
export function legacyBuild(argv: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('meteor', ['build', ...argv], { stdio: 'inherit' });
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ENOENT'
          ? new BuildError('--format=legacy runs "meteor build", but there is no "meteor" command on the PATH.', {
              remedy: 'Install Meteor (npx meteor), or build with --format=esm.',
            })
          : error,
      );
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}
