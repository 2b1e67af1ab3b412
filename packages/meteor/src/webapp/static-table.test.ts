import { rmSync } from 'node:fs';
import { openBundle, runningBundle } from '@bolide/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reloadPrograms } from './client-programs.js';
import { staticFiles } from './static-table.js';
import { openTestBundle, removeBundle, write, writeProgram } from './test-support/bundle.js';

let directory = '';
const open = (mode: 'production' | 'development') => {
  const bundle = runningBundle();
  if (!bundle) throw new Error('no bundle');
  openBundle({ ...bundle, manifest: { ...bundle.manifest, mode } });
  reloadPrograms();
};

beforeAll(() => {
  directory = openTestBundle({
    'web.browser': [
      {
        path: 'a.js',
        type: 'js',
        url: '/a.js?hash=0123',
        cacheable: true,
        text: 'a()',
        sourceMap: 'a.js.map',
        sourceMapUrl: '/a.js.map',
        encodings: [{ encoding: 'br', path: 'a.js.br', size: 2 }],
      },
      { path: 'bare.txt', type: 'asset', url: '/bare.txt', text: 'bare', hash: undefined, size: undefined } as never,
      { path: 'odd.bin', type: 'asset', url: '/100%.bin', text: '', hash: 'a"b\nc' },
      { path: 'empty', type: 'asset', url: '/empty', text: '' },
    ],
  });
  write(`${directory}/programs/web.browser/a.js.map`, '{}');
});
afterAll(() => removeBundle(directory));
afterEach(() => open('production'));

describe('files', () => {
  test('precompressed forms', () => {
    open('production');
    expect(staticFiles.find('/a.js')?.encodings).toEqual([
      { encoding: 'br', file: `${directory}/programs/web.browser/a.js.br`, size: 2 },
    ]);
  });

  test('source maps are for developers', () => {
    open('production');
    expect(staticFiles.find('/a.js.map')).toBe(undefined);
    expect(staticFiles.find('/a.js')?.headers).toEqual({});
    open('development');
    expect(staticFiles.find('/a.js.map')).toMatchObject({ contentType: 'application/json; charset=utf-8', size: 2 });
    expect(staticFiles.find('/a.js')?.headers).toEqual({ sourcemap: '/a.js.map', 'x-sourcemap': '/a.js.map' });
  });

  test('size and tag are looked up if the program does not have them', () => {
    expect(staticFiles.find('/bare.txt')).toMatchObject({ size: 4, contentType: 'text/plain; charset=utf-8' });
    expect(staticFiles.find('/bare.txt')?.etag).toMatch(/^"4-[0-9a-z]+"$/);
  });

  test('odd names and tags', () => {
    expect(staticFiles.find('/100%.bin')).toMatchObject({ etag: '"abc"', contentType: 'application/octet-stream' });
    expect(staticFiles.find('/empty')?.size).toBe(0);
  });

  test('a file that is listed but gone is not found', () => {
    rmSync(`${directory}/programs/web.browser/bare.txt`);
    open('production');
    expect(staticFiles.find('/bare.txt')).toBe(undefined);
  });
});

describe('a damaged program', () => {
  test('is named', () => {
    const file = `${directory}/programs/web.browser/program.json`;
    write(file, '{');
    expect(() => reloadPrograms()).toThrow(`Cannot read the client program ${file}`);
    write(file, '{"format":"other","manifest":[]}');
    expect(() => reloadPrograms()).toThrow('Unsupported format for client assets: "other"');
    write(file, 'null');
    expect(() => reloadPrograms()).toThrow('Unsupported format');
    writeProgram(directory, 'web.browser', []);
  });
});
