import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBundle, listFiles, readManifest } from '@bolide/bundle';
import { expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';

/** Marks of Meteor's old machinery, and of home-made loaders. */
const OLD_MACHINERY = [
  /\bmeteorInstall\b/,
  /\bnode:vm\b|require\(["']vm["']\)|from ["']vm["']/,
  /\brunIn(?:This|New)?Context\b/,
  /\bModule\.prototype\b|\bModule\._(?:load|extensions|resolveFilename)\b/,
  /\bmodule\.(?:link|runSetters|wrapAsync|exportDefault)\(/,
  /\bnew Function\(/,
];

/** Express, loaded when an app first touches `WebApp.handlers`: npm code in a file of a package. */
const LAZY_NPM_CODE = ['packages/webapp.express.mjs'];

async function ownModules(): Promise<{ path: string; text: string }[]> {
  const paths = (await listFiles(helloBundle())).filter(
    (path) => path.endsWith('.mjs') && !/^(?:npm|node_modules)\//.test(path) && !LAZY_NPM_CODE.includes(path),
  );
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(helloBundle(), path), 'utf8') })));
}

test('nothing of the old machinery is in a bundle', async () => {
  const modules = await ownModules();
  expect(modules.length).toBeGreaterThan(10);
  for (const { path, text } of modules) {
    for (const mark of OLD_MACHINERY) expect.soft(text, `${path} has ${mark}`).not.toMatch(mark);
  }
});

test('index.mjs has static imports only, and shows the order of the packages', async () => {
  const text = await readFile(join(helloBundle(), 'index.mjs'), 'utf8');
  expect(text).not.toMatch(/\bimport\s*\(|\brequire\s*\(|\bfor\b|\bwhile\b/);
  const imported = [...text.matchAll(/^import '\.\/(.+)';$/gm)].map((match) => match[1]);
  const manifest = readManifest(helloBundle());
  expect(imported).toEqual([
    'bolide/bundle.mjs',
    'bolide/process.mjs',
    ...manifest.packages.map((pkg) => pkg.module),
    manifest.app.module,
  ]);
});

test('each package is one real module with its named exports', async () => {
  const manifest = readManifest(helloBundle());
  const names = manifest.packages.map((pkg) => pkg.name);
  expect(names).toEqual(
    expect.arrayContaining(['meteor', 'ejson', 'webapp', 'ddp-server', 'hello:greeter', 'hello:quotes']),
  );
  expect(manifest.packages.find((pkg) => pkg.name === 'hello:greeter')).toMatchObject({
    kind: 'source',
    version: '1.0.0',
    module: 'packages/hello_greeter.mjs',
    exports: ['Greeter'],
  });
  for (const pkg of manifest.packages) {
    const text = await readFile(join(helloBundle(), pkg.module), 'utf8');
    for (const name of pkg.exports) expect.soft(text, `${pkg.module} exports ${name}`).toMatch(exportOf(name));
  }
});

const exportOf = (name: string): RegExp => new RegExp(`export\\s*\\{[^}]*\\b${name.replaceAll('$', '\\$')}\\b[^}]*\\}`);

test('the manifest’s hashes are those of the files', async () => {
  const manifest = readManifest(helloBundle());
  const files = (await listFiles(helloBundle())).filter((path) => path !== 'manifest.json');
  expect(Object.keys(manifest.hashes).sort()).toEqual(files.sort());
  await checkBundle(helloBundle());
});
