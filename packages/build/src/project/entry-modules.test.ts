import { afterAll, expect, test } from 'vitest';
import { entryModule } from './entry-modules.js';
import { removeWrittenFiles, writeFiles } from './testing/write-files.js';
import type { Arch, MeteorSection } from './types.js';

afterAll(removeWrittenFiles);

const directory = writeFiles({
  'a.js': '',
  'b.ts': '',
  'c/index.jsx': '',
  'd/package.json': '{"main": "lib/start"}',
  'd/lib/start.js': '',
  'e/package.json': '{"main": "../../outside.js"}',
  'f/': '',
});

const entry = (mainModule: MeteorSection['mainModule'] | undefined, arch: Arch) =>
  entryModule(directory, { meteor: mainModule === undefined ? {} : { mainModule } }, 'mainModule', arch);

test.each<[MeteorSection['mainModule'] | undefined, Arch, string | false | undefined]>([
  ['a.js', 'os', 'a.js'],
  ['a.js', 'web.cordova', 'a.js'],
  ['./a.js', 'os', 'a.js'],
  ['/a.js', 'os', 'a.js'],
  ['a', 'os', 'a.js'],
  ['b', 'os', 'b.ts'],
  ['c', 'os', 'c/index.jsx'],
  ['c/', 'os', 'c/index.jsx'],
  ['d', 'os', 'd/lib/start.js'],
  [false, 'os', false],
  [undefined, 'os', undefined],
  [{ client: 'a.js' }, 'web.browser', 'a.js'],
  [{ client: 'a.js' }, 'web.browser.legacy', 'a.js'],
  [{ client: 'a.js' }, 'os', undefined],
  [{ server: 'a.js', client: false }, 'web.browser', false],
  [{ web: 'a.js' }, 'web.cordova', 'a.js'],
  [{ client: 'a.js', 'web.browser': 'b.ts' }, 'web.browser', 'b.ts'],
  [{ client: 'a.js', 'web.browser': 'b.ts' }, 'web.browser.legacy', 'b.ts'],
  [{ client: 'a.js', 'web.browser': 'b.ts' }, 'web.cordova', 'a.js'],
  [{ client: 'a.js', 'web.browser': 'b.ts', 'web.browser.legacy': 'c' }, 'web.browser.legacy', 'c/index.jsx'],
  [{ client: 'a.js', legacy: 'b.ts' }, 'web.cordova', 'b.ts'],
  [{ modern: 'b.ts', client: 'a.js' }, 'web.browser', 'b.ts'],
])('%j for %s is %j', async (mainModule, arch, expected) => {
  expect(await entry(mainModule, arch)).toBe(expected);
});

test('the test module has the same rules', async () => {
  expect(await entryModule(directory, { meteor: { testModule: { server: 'b' } } }, 'testModule', 'os')).toBe('b.ts');
});

test.each<[string, string]>([
  ['gone.js', 'package.json: meteor.mainModule.server names "gone.js" (for os), but there is no such file'],
  ['f', 'package.json: meteor.mainModule.server names "f" (for os), but there is no such file'],
  ['e', 'package.json: meteor.mainModule.server names "e" (for os), but there is no such file'],
  ['../a.js', 'package.json: meteor.mainModule.server leads out of the app: "../a.js"'],
])('%j is refused', async (path, message) => {
  await expect(entry({ server: path }, 'os')).rejects.toThrow(message);
});
