import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hashFiles } from './hash-files.js';
import type { Manifest } from './manifest.js';
import { stableJson } from './stable-json.js';

/** For tests: a small correct bundle in a new temporary folder. Returns the folder. */
export async function writeTestBundle(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'bolide-bundle-'));
  for (const [path, content] of Object.entries(testFiles)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  const hashes = await hashFiles(directory, Object.keys(testFiles));
  writeFileSync(join(directory, 'manifest.json'), stableJson({ ...testManifest, hashes }));
  return directory;
}

const testFiles: Record<string, string> = {
  'index.mjs': 'import "./server.mjs";\n',
  'server.mjs': 'import "./app/main.mjs";\n',
  'app/main.mjs': 'export {};\n',
  'packages/meteor.mjs': 'export const Meteor = {};\n',
  'assets/app/a.txt': 'text\n',
  'programs/web.browser/app.js': 'client();\n',
  'programs/web.browser/app.js.br': 'compressed\n',
  'programs/web.browser/program.json': JSON.stringify({
    format: 'web-program-pre1',
    manifest: [
      {
        path: 'app.js',
        where: 'client',
        type: 'js',
        url: '/app.js',
        encodings: [{ encoding: 'br', path: 'app.js.br', size: 11 }],
      },
    ],
  }),
};

export const testManifest: Omit<Manifest, 'hashes'> = {
  format: 'esm-1',
  generator: 'bolide test',
  mode: 'production',
  packages: [{ name: 'meteor', kind: 'platform', module: 'packages/meteor.mjs', exports: ['Meteor'], assets: {} }],
  app: { module: 'app/main.mjs', assets: { 'a.txt': 'assets/app/a.txt' } },
  clientArches: { 'web.browser': 'programs/web.browser/program.json' },
  externals: {},
};
