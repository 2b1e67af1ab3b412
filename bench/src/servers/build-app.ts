import { spawn } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { benchFolder, bolideCommand, compiled, repository, workFolder } from '../paths.js';
import { generateScript, generateStyles } from './generated-files.js';

/** What is asked for over HTTP. */
export const SCRIPT = { path: '/app.js', size: 800_000 } as const;
export const STYLES = { path: '/style.css', size: 1100 } as const;

export const helloApp = join(repository, 'examples/hello');

/** What a build took. */
export interface BuildTimes {
  readonly seconds: number;
  /** CPU time of all threads, in seconds. */
  readonly cpuSeconds: number;
}

/** Runs a file with Node to its end; rejects with its output if it fails. */
function runNode(argv: readonly string[], cwd: string): Promise<BuildTimes> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, ['--import', compiled('measure/tell-cpu.js'), ...argv], {
      cwd,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let cpu = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
      cpu += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ seconds: (performance.now() - began) / 1000, cpuSeconds: Number(cpu) / 1000 });
      else reject(new Error(`${argv.join(' ')} ended with ${code}:\n${output}`));
    });
  });
}

/**
 * A copy of an app in the work folder: measuring must not touch the app's own cache. It lies in the repository, so it
 * finds the npm packages of the workspace.
 */
export async function copyApp(source: string, name: string): Promise<string> {
  const target = join(workFolder, name);
  await rm(target, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  await cp(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.includes(join('.meteor', 'local')),
  });
  return target;
}

/** Where the bundle of an app in the work folder is. */
export const bundleOf = (app: string): string => join(`${app}-output`, 'bundle');

/** Runs `bolide build` in the folder of an app. */
export const bolideBuild = (app: string): Promise<BuildTimes> =>
  runNode([bolideCommand, 'build', '--directory', `${app}-output`], app);

let benchApp: Promise<string> | undefined;
let hello: Promise<string> | undefined;

/** The bench app's bundle, built once per run. */
export function benchAppBundle(): Promise<string> {
  benchApp ??= buildBenchApp();
  return benchApp;
}

/** The bundle of examples/hello, built once per run. */
export function helloBundle(): Promise<string> {
  hello ??= buildHello();
  return hello;
}

async function buildBenchApp(): Promise<string> {
  const app = await copyApp(join(benchFolder, 'app'), 'bench-app');
  await mkdir(join(app, 'public'), { recursive: true });
  await writeFile(join(app, 'public', SCRIPT.path), generateScript(SCRIPT.size));
  await writeFile(join(app, 'public', STYLES.path), generateStyles(STYLES.size));
  await bolideBuild(app);
  return bundleOf(app);
}

async function buildHello(): Promise<string> {
  const app = await copyApp(helloApp, 'hello');
  await bolideBuild(app);
  return bundleOf(app);
}
