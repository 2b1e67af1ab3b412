import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BundleError } from './bundle-error.js';
import { readClientProgram } from './read-client-program.js';
import { readManifest } from './read-manifest.js';
import { testManifest, writeTestBundle } from './test-bundle.js';

const good = { ...testManifest, hashes: {} };

function read(manifest: unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'bolide-manifest-'));
  writeFileSync(join(directory, 'manifest.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return readManifest(directory);
}

describe('readManifest', () => {
  test('gives a correct manifest as it is', () => {
    expect(read(good)).toEqual(good);
  });

  test('a missing file: names it and says what to do', () => {
    const directory = mkdtempSync(join(tmpdir(), 'bolide-manifest-'));
    expect(() => readManifest(directory)).toThrow(BundleError);
    expect(() => readManifest(directory)).toThrow(join(directory, 'manifest.json'));
    expect(() => readManifest(directory)).toThrow('build it again');
  });

  test('no JSON', () => {
    expect(() => read('{')).toThrow('not valid JSON');
  });

  test('another format: shows it and the one that is understood', () => {
    expect(() => read({ ...good, format: 'esm-2' })).toThrow('"esm-2"');
    expect(() => read({ ...good, format: 'esm-2' })).toThrow('"esm-1"');
    expect(() => read({})).toThrow('missing');
  });

  test.each([
    ['generator', { ...good, generator: 1 }],
    ['mode', { ...good, mode: 'fast' }],
    ['packages', { ...good, packages: {} }],
    ['packages[0].module', { ...good, packages: [{ ...good.packages[0], module: '/etc/passwd' }] }],
    ['packages[1].name', { ...good, packages: [good.packages[0], good.packages[0]] }],
    ['packages[0].exports[0]', { ...good, packages: [{ ...good.packages[0], exports: [7] }] }],
    ['app.assets.a', { ...good, app: { ...good.app, assets: { a: 'assets/../../secret' } } }],
    ['clientArches.web.browser', { ...good, clientArches: { 'web.browser': 'C:/program.json' } }],
    ['settings', { ...good, settings: [] }],
    ['hashes', { ...good, hashes: null }],
  ])('a wrong value at %s is named', (place, manifest) => {
    expect(() => read(manifest)).toThrow(`"${place}" is `);
  });
});

describe('readClientProgram', () => {
  test('reads the files', async () => {
    const directory = await writeTestBundle();
    expect(readClientProgram(directory, 'programs/web.browser/program.json').manifest[0]?.path).toBe('app.js');
  });

  test.each([
    ['a path out of the folder', { path: '../../x', where: 'client', type: 'js' }, 'manifest[0].path'],
    ['a protocol-relative URL', { path: 'x', where: 'client', type: 'js', url: '//evil/x' }, 'manifest[0].url'],
    [
      'an unknown encoding',
      { path: 'x', where: 'client', type: 'js', encodings: [{ encoding: 'lzw', path: 'x.lzw' }] },
      'manifest[0].encodings[0].encoding',
    ],
  ])('refuses %s', async (_name, entry, place) => {
    const directory = await writeTestBundle();
    const path = 'programs/web.browser/program.json';
    writeFileSync(join(directory, path), JSON.stringify({ format: 'web-program-pre1', manifest: [entry] }));
    expect(() => readClientProgram(directory, path)).toThrow(`"${place}"`);
  });
});
