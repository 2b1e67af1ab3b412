import { afterAll, expect, test } from 'vitest';
import { readPackageJson } from './package-json.js';
import { removeWrittenFiles, writeFiles } from './testing/write-files.js';

afterAll(removeWrittenFiles);

const read = (json: unknown, warnings: string[] = []) =>
  readPackageJson(writeFiles({ 'package.json': { json } }), warnings);

test('none', async () => {
  expect(await readPackageJson(writeFiles({}), [])).toBeUndefined();
});

test('a complete section', async () => {
  const json = {
    name: 'app',
    meteor: {
      mainModule: { client: 'a.js', server: false },
      testModule: 'tests/main.js',
      nodeModules: { recompile: { a: true, b: 'client', c: ['legacy', 'server'] } },
      settings: { public: {} },
      modern: true,
    },
  };
  const warnings: string[] = [];
  expect(await read(json, warnings)).toEqual(json);
  expect(warnings).toEqual([]);
});

test('a word that is no architecture is remarked', async () => {
  const warnings: string[] = [];
  await read({ meteor: { mainModule: { clients: 'a.js' } } }, warnings);
  expect(warnings).toEqual([expect.stringContaining('meteor.mainModule.clients has no effect')]);
});

test.each([
  [[], 'package.json must be an object, not []'],
  [{ meteor: 'yes' }, 'package.json: meteor must be an object, not "yes"'],
  [{ meteor: { mainModule: true } }, 'package.json: meteor.mainModule must be a string, false or an object, not true'],
  [
    { meteor: { testModule: { client: 1 } } },
    'package.json: meteor.testModule.client must be a string or false, not 1',
  ],
  [{ meteor: { settings: [] } }, 'package.json: meteor.settings must be an object, not []'],
  [{ meteor: { nodeModules: 1 } }, 'package.json: meteor.nodeModules must be an object, not 1'],
  [{ meteor: { nodeModules: { recompile: ['a'] } } }, 'package.json: meteor.nodeModules.recompile must be an object'],
  [
    { meteor: { nodeModules: { recompile: { a: 'browser' } } } },
    'package.json: meteor.nodeModules.recompile["a"] must be true, false, or one or more of client',
  ],
])('%j is refused', async (json, message) => {
  await expect(read(json)).rejects.toThrow(message);
});

test('invalid JSON is located', async () => {
  const directory = writeFiles({ 'package.json': '{\n  "name": "app",\n  "meteor": {,}\n}' });
  await expect(readPackageJson(directory, [])).rejects.toThrow('package.json:3:14: not valid JSON: unexpected ","');
});
