import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeWrittenFiles, writeFiles } from '../testing/write-files.js';
import { assetFiles } from './asset-files.js';

afterAll(removeWrittenFiles);

test('keys are paths below the folder, sorted', async () => {
  const directory = writeFiles({ 'private/b.txt': '', 'private/a/c.txt': '', 'private/__proto__': '' });
  const { files, folders } = await assetFiles(directory, 'private', new Set());
  expect(Object.entries(files)).toEqual([
    ['__proto__', join(directory, 'private/__proto__')],
    ['a/c.txt', join(directory, 'private/a/c.txt')],
    ['b.txt', join(directory, 'private/b.txt')],
  ]);
  expect(folders).toHaveLength(2);
});

test('no folder, no files', async () => {
  const directory = writeFiles({ private: 'a file' });
  expect((await assetFiles(directory, 'public', new Set())).files).toEqual({});
  expect((await assetFiles(directory, 'private', new Set())).files).toEqual({});
});

test('names are in Unicode form C, and must be different in it', async () => {
  const one = writeFiles({ 'public/e\u0301.txt': '' });
  expect(Object.keys((await assetFiles(one, 'public', new Set())).files)).toEqual(['\u00e9.txt']);
  const two = writeFiles({ 'public/e\u0301.txt': '', 'public/\u00e9.txt': '' });
  await expect(assetFiles(two, 'public', new Set())).rejects.toThrow('have the same name in Unicode form C');
});
