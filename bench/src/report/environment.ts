import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { bunCommand, repository } from '../paths.js';

/** Where and with what was measured. Names the kind of machine, not the machine. */
export interface Environment {
  /** ISO 8601, UTC. */
  readonly date: string;
  /** Abbreviated; with `+` if the work tree had changes. `undefined` outside of a clone. */
  readonly commit?: string;
  readonly cpu: string;
  readonly cpus: number;
  /** GB. */
  readonly memory: number;
  readonly platform: string;
  readonly node: string;
  readonly bun: string;
  readonly ws: string;
}

export function describeEnvironment(): Environment {
  const commit = currentCommit();
  return {
    date: new Date().toISOString(),
    ...(commit !== undefined && { commit }),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cpus: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    platform: `${platform()} ${arch()}`,
    node: process.versions.node,
    bun: execFileSync(bunCommand(), ['--version'], { encoding: 'utf8' }).trim(),
    ws: (JSON.parse(readFileSync(join(repository, 'node_modules/ws/package.json'), 'utf8')) as { version: string })
      .version,
  };
}

function currentCommit(): string | undefined {
  const git = (...argv: string[]): string =>
    execFileSync('git', argv, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? '+' : ''}`;
  } catch {
    return undefined;
  }
}
