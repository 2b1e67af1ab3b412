import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '@bolide/bundle';
import { rolldown } from 'rolldown';

export const runtimes = ['node', 'bun'] as const;
export type Runtime = (typeof runtimes)[number];

/** Milliseconds for a test that starts processes, on a busy machine. */
export const SPAWN_TIMEOUT = 60_000;

let runtimeModule: Promise<string> | undefined;

/** The runtime as one module, as a build writes it to `bolide/runtime.mjs`. */
function bundleRuntime(): Promise<string> {
  runtimeModule ??= (async () => {
    const build = await rolldown({
      input: fileURLToPath(new URL('../index.ts', import.meta.url)),
      platform: 'node',
      resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
    });
    const { output } = await build.generate({ format: 'esm' });
    await build.close();
    return output[0].code;
  })();
  return runtimeModule;
}

export interface BundleOptions {
  /** Path → content of more files. `app/main.mjs` is the app. */
  readonly files: Readonly<Record<string, string>>;
  readonly manifest?: Partial<Manifest>;
  /** Statements of `index.mjs` after the imports. */
  readonly start?: string;
  /** A module of the bundle that is evaluated before all others. */
  readonly before?: string;
}

/** For tests: a bundle around the given files, in a new temporary folder. */
export async function writeRunnableBundle({ files, manifest = {}, start, before }: BundleOptions): Promise<string> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'bolide-runtime-')));
  const all: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'bolide/runtime.mjs': await bundleRuntime(),
    'bolide/bundle.mjs': `
      import { fileURLToPath } from 'node:url';
      import { openBundle, readManifest, setUpGlobals } from './runtime.mjs';
      const directory = fileURLToPath(new URL('..', import.meta.url));
      openBundle({ directory, manifest: readManifest(directory) });
      setUpGlobals();`,
    'bolide/process.mjs': `import { setUpProcess } from './runtime.mjs';\nsetUpProcess();`,
    'index.mjs': `
      ${before ? `import '${before}';` : ''}
      import './bolide/bundle.mjs';
      import './bolide/process.mjs';
      import './app/main.mjs';
      import { runMain } from './bolide/runtime.mjs';
      ${start ?? 'await runMain();'}`,
    'manifest.json': JSON.stringify({
      format: 'esm-1',
      generator: 'test',
      mode: 'production',
      packages: [],
      app: { module: 'app/main.mjs', assets: {} },
      clientArches: {},
      externals: {},
      hashes: {},
      ...manifest,
    }),
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Runs `index.mjs` of a bundle to its end. `onOutput` sees standard error as it grows. */
export function runBundle(
  runtime: Runtime,
  directory: string,
  env: Readonly<Record<string, string>> = {},
  onOutput?: (stderr: string) => void,
): Promise<Outcome> {
  const command = runtime === 'bun' ? bunPath() : nodePath();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [join(directory, 'index.mjs')], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.stderr.on('data', (data) => {
      stderr += data;
      onOutput?.(stderr);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ stdout, stderr, code }));
  });
}

function nodePath(): string {
  return process.versions.bun ? 'node' : process.execPath;
}

function bunPath(): string {
  if (process.versions.bun) return process.execPath;
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('bun/package.json')), 'bin', 'bun.exe');
}
