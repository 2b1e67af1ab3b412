import { join } from 'node:path';
import { bolide } from './bolide.js';
import { type RunResult, run } from './run.js';
import type { Runtime } from './runtimes.js';

/** Builds an app's server beside it; throws with the output if that fails. Returns the bundle's folder. */
export async function buildServer(app: string, ...argv: string[]): Promise<string> {
  const result = await bolide(app, 'build', '--server-only', '--directory', join(app, '../output'), ...argv);
  if (result.code !== 0) throw new Error(`bolide build failed with ${result.code}:\n${result.stderr}`);
  return join(app, '../output/bundle');
}

/** Runs a bundle whose `main` ends by itself. */
export const runBundle = (bundle: string, runtime: Runtime, env: NodeJS.ProcessEnv = {}): Promise<RunResult> =>
  run(runtime.command, [join(bundle, 'index.mjs')], { cwd: '/', env: { ROOT_URL: 'http://localhost', ...env } });

/** What a bundle's `main` printed with `console.log(JSON.stringify(…))` in its last line. */
export async function runForJson(bundle: string, runtime: Runtime, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { code, stdout, stderr } = await runBundle(bundle, runtime, env);
  if (code !== 0) throw new Error(`The bundle ended with ${code} on ${runtime.name}:\n${stdout}${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
