import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readMeteorFolder } from './meteor-folder.js';
import { removeWrittenFiles, writeFiles } from './testing/write-files.js';

afterAll(removeWrittenFiles);

test('all files', async () => {
  const directory = writeFiles({
    '.meteor/packages':
      '# Meteor packages\r\n\r\nmeteor-base@1.5.1   # base\n  me:thing@=1.0.0 || 2.0.0-beta.1_2\nejson#no space\n~prototype~\n',
    '.meteor/versions': 'ejson@1.1.4\nme:thing@1.0.0\nnonsense\nejson@9.9.9\n',
    '.meteor/release': 'METEOR@3.4\n',
    '.meteor/platforms': 'server\nbrowser\nios\n',
    '.meteor/.id': '# This file contains a token\n\n1h2j3k  \n',
  });
  const folder = await readMeteorFolder(directory);
  expect(folder?.packages).toEqual([
    { name: 'meteor-base', constraint: '1.5.1', where: '.meteor/packages:3' },
    { name: 'me:thing', constraint: '=1.0.0 || 2.0.0-beta.1_2', where: '.meteor/packages:4' },
    { name: 'ejson', constraint: undefined, where: '.meteor/packages:5' },
  ]);
  expect([...(folder?.versions ?? [])]).toEqual([
    ['ejson', '1.1.4'],
    ['me:thing', '1.0.0'],
  ]);
  expect(folder?.release).toBe('METEOR@3.4');
  expect(folder?.platforms).toEqual(['server', 'browser', 'ios']);
  expect(folder?.appId).toBe('1h2j3k');
  expect(folder?.warnings).toEqual([expect.stringContaining('.meteor/packages:6: the placeholder ~prototype~')]);
  expect(folder?.files).toContain(join(directory, '.meteor', '.id'));
});

test('only packages', async () => {
  const folder = await readMeteorFolder(writeFiles({ '.meteor/packages': 'meteor\n' }));
  expect(folder).toMatchObject({ release: undefined, appId: undefined, platforms: ['server', 'browser'] });
});

test('a folder without packages is none', async () => {
  expect(await readMeteorFolder(writeFiles({ '.meteor/local/db': '' }))).toBeUndefined();
  expect(await readMeteorFolder(writeFiles({}))).toBeUndefined();
});

test.each([
  ['meteor\nMeteor\n', '.meteor/packages:2: "Meteor" is not a package name'],
  ['meteor@1\n', '.meteor/packages:1: "1" is not a package version'],
  ['a\nb\na@1.0.0\n', '.meteor/packages:3: package a is listed twice, first at .meteor/packages:1'],
])('%j is refused', async (packages, message) => {
  await expect(readMeteorFolder(writeFiles({ '.meteor/packages': packages }))).rejects.toThrow(message);
});

test('a folder in the place of a file', async () => {
  const directory = writeFiles({ '.meteor/packages/': '' });
  await expect(readMeteorFolder(directory)).rejects.toMatchObject({
    message: '.meteor/packages cannot be read: it is a folder',
    remedy: expect.stringContaining('.meteor/packages'),
  });
});
