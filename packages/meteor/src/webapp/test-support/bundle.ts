import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ClientFile, Manifest } from '@bolide/bundle';
import { openBundle } from '@bolide/runtime';
import { runtimeConfig, sha1 } from '../runtime-config.js';

export interface TestFile extends Partial<ClientFile> {
  readonly path: string;
  readonly type: ClientFile['type'];
  readonly text: string;
}

/** Writes a bundle that has nothing but client programs, and makes it the running one. Returns its folder. */
export function openTestBundle(programs: Readonly<Record<string, readonly TestFile[]>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'webapp-'));
  const clientArches: Record<string, string> = {};
  for (const [arch, files] of Object.entries(programs)) {
    clientArches[arch] = `programs/${arch}/program.json`;
    writeProgram(directory, arch, files);
  }
  const manifest: Manifest = {
    format: 'esm-1',
    generator: 'test',
    meteorRelease: 'METEOR@3.4',
    appId: 'test-app',
    mode: 'production',
    packages: [],
    app: { module: 'app/main.mjs', assets: {} },
    clientArches,
    externals: {},
    hashes: {},
  };
  openBundle({ directory, manifest });
  Object.assign(runtimeConfig(), { meteorRelease: 'METEOR@3.4', appId: 'test-app' });
  return directory;
}

export function writeProgram(directory: string, arch: string, files: readonly TestFile[]): void {
  const folder = join(directory, 'programs', arch);
  const manifest = files.map(({ text, ...file }) => {
    write(join(folder, file.path), text);
    return { where: 'client', hash: sha1(text), size: Buffer.byteLength(text), ...file };
  });
  write(join(folder, 'program.json'), JSON.stringify({ format: 'web-program-pre1', manifest }));
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export const removeBundle = (directory: string): void => rmSync(directory, { recursive: true, force: true });

export const SMALL_PROGRAM: readonly TestFile[] = [
  { path: 'main.js', type: 'js', url: '/0123.js', cacheable: true, loading: 'module', sri: 'SRI', text: 'main()' },
  { path: 'later.js', type: 'dynamic js', url: '/4567.js', cacheable: true, text: 'later()' },
  { path: 'style.css', type: 'css', url: '/89ab.css', cacheable: true, text: 'p{}' },
  { path: 'app/logo ä.png', type: 'asset', url: '/logo%20%C3%A4.png', text: 'png' },
  { path: 'head.html', type: 'head', where: 'internal', text: '<title>Test</title>' },
  { path: 'body.html', type: 'body', where: 'internal', text: '<div id="app"></div>' },
];
