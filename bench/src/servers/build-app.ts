import { spawn } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchFolder, bolideCommand, repository, workFolder } from '../paths.js';
import { generateScript, generateStyles } from './generated-files.js';

/** What is asked for over HTTP. */
export const SCRIPT = { path: '/app.js', size: 800_000 } as const;
export const STYLES = { path: '/style.css', size: 1100 } as const;

export const helloApp = join(repository, 'examples/hello');

/** Runs a command to its end; rejects with its output if it fails. */
export function runCommand(command: string, argv: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...argv], {
      cwd,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
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

/** Runs `bolide build` in a folder with an app. Returns the bundle's folder. */
export async function bolideBuild(app: string): Promise<string> {
  const output = `${app}-output`;
  await runCommand(process.execPath, [bolideCommand, 'build', '--directory', output], app);
  return join(output, 'bundle');
}

let benchApp: Promise<string> | undefined;
let hello: Promise<string> | undefined;

/** The bench app's bundle, built once per run. */
export function benchAppBundle(): Promise<string> {
  benchApp ??= buildBenchApp();
  return benchApp;
}

/** The bundle of examples/hello, built once per run. */
export function helloBundle(): Promise<string> {
  hello ??= copyApp(helloApp, 'hello').then(bolideBuild);
  return hello;
}

async function buildBenchApp(): Promise<string> {
  const app = await copyApp(join(benchFolder, 'app'), 'bench-app');
  await mkdir(join(app, 'public'), { recursive: true });
  await writeFile(join(app, 'public', SCRIPT.path), generateScript(SCRIPT.size));
  await writeFile(join(app, 'public', STYLES.path), generateStyles(STYLES.size));
  return bolideBuild(app);
}
