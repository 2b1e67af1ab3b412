import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { removeWrittenFiles, writeFiles } from '../testing/write-files.js';
import { PackageScriptRunner } from './package-script-runner.js';

afterAll(removeWrittenFiles);

const runners: PackageScriptRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
});

function runnerFor(files: Record<string, string>, changes: { includeTests?: boolean; timeLimit?: number } = {}) {
  const directory = writeFiles(files);
  const runner = new PackageScriptRunner({ directory, ...changes });
  runners.push(runner);
  return { directory, run: (path: string) => runner.run(join(directory, path)), close: () => runner.close() };
}

test('calls are recorded with phase, arguments and line', async () => {
  const { run } = runnerFor({
    'package.js': `Package.describe({ name: 'a', list: [1, null], strip: /x/g, f() {} });
      Npm.depends({ b: '1.0.0' });
      Package.onUse(function (api) {
        add(api);
        api.versionsFrom(['3.0']);
      });
      Package.onTest(() => { throw new Error('not called'); });
      function add(api) {
        api.addFiles('x.js', 'client', { bare: true });
      }`,
  });
  expect(await run('package.js')).toEqual([
    {
      method: 'Package.describe',
      phase: 'describe',
      args: [{ name: 'a', list: [1, null], strip: { regularExpression: 'x', flags: 'g' }, f: { function: true } }],
      line: 1,
      column: 9,
    },
    expect.objectContaining({ method: 'Npm.depends', phase: 'describe', line: 2 }),
    expect.objectContaining({ method: 'Package.onUse', args: [{ function: true }], line: 3 }),
    expect.objectContaining({ method: 'Package.onTest', line: 7 }),
    expect.objectContaining({
      method: 'api.addFiles',
      phase: 'use',
      args: ['x.js', 'client', { bare: true }],
      line: 9,
    }),
    expect.objectContaining({ method: 'api.versionsFrom', phase: 'use', line: 5 }),
  ]);
});

test('onTest is called on demand', async () => {
  const { run } = runnerFor({ 'package.js': 'Package.onTest((api) => api.use("tinytest"));' }, { includeTests: true });
  expect((await run('package.js')).at(-1)).toMatchObject({ method: 'api.use', phase: 'test' });
});

test('asynchronous functions are waited for', async () => {
  const { run } = runnerFor({
    'package.js': `Package.onUse(async (api) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      api.use('late');
    });`,
  });
  expect((await run('package.js')).at(-1)).toMatchObject({ method: 'api.use', args: ['late'], phase: 'use', line: 3 });
});

test('scripts run in sloppy mode as CommonJS, also in an app of ES modules', async () => {
  const { run } = runnerFor({
    'package.json': '{"type": "module"}',
    'a/package.js': `both = ['client', 'server'];
      var mode = 010;
      Package.onUse(function (api) { api.use('x', both); api.use(String(mode)); api.use(require('./names.cjs').name); });`,
    'a/names.cjs': 'exports.name = "from-a-file";',
  });
  const calls = await run('a/package.js');
  expect(calls.slice(1).map(({ args }) => args)).toEqual([['x', ['client', 'server']], ['8'], ['from-a-file']]);
});

test('Npm.require gives the modules of Node', async () => {
  const { run } = runnerFor({
    'package.js': `var path = Npm.require('path');
      Package.describe({ name: path.join('a', 'b'), same: Npm.require('node:path') === path });`,
  });
  expect((await run('package.js'))[0]?.args).toEqual([{ name: 'a/b', same: true }]);
});

test('one after the other, and closing removes the copies', async () => {
  const { run, close } = runnerFor({
    'a.js': "Package.describe({name: 'a'})",
    'b.js': "Package.describe({name: 'b'})",
  });
  const before = new Set(readdirSync(tmpdir()));
  expect((await run('a.js'))[0]?.args).toEqual([{ name: 'a' }]);
  expect((await run('b.js'))[0]?.args).toEqual([{ name: 'b' }]);
  const made = readdirSync(tmpdir()).filter((name) => name.startsWith('bolide-package-js-') && !before.has(name));
  expect(made.length).toBeGreaterThan(0);
  await close();
  expect(made.some((name) => existsSync(join(tmpdir(), name, 'package-1.cjs')))).toBe(false);
});

describe('failures name file and line', () => {
  test.each<[string, string, string, string | undefined]>([
    [
      'throwing',
      '\n\nnothing.good();',
      'package.js:3: ReferenceError: nothing is not defined',
      '  1 |\n  2 |\n> 3 | nothing.good();\n    | ^',
    ],
    ['throwing on the first line', 'x.y;', 'package.js:1: ReferenceError: x is not defined', '> 1 | x.y;\n    | ^'],
    ['throwing something else', 'throw "text";', 'package.js: Error: text', undefined],
    [
      'in onUse',
      'Package.onUse(function (api) {\n  api.addHelpers();\n});',
      'package.js:2: TypeError: api.addHelpers is not a function',
      undefined,
    ],
    [
      'rejecting',
      'Package.onUse(async () => {\n throw new RangeError("late"); });',
      'package.js:2: RangeError: late',
      undefined,
    ],
    ['unknown npm package', '\nNpm.require("left-pad");', 'package.js:2: Error: Npm.require("left-pad"):', undefined],
    [
      'syntax error',
      'var a = 1;\nvar b = ;\n',
      'package.js:2: SyntaxError: ',
      '  1 | var a = 1;\n> 2 | var b = ;\n    |         ^\n  3 |',
    ],
    ['not closed', 'Package.onUse(function (api) {\n', 'package.js:2: SyntaxError: ', undefined],
  ])('%s', async (_, text, message, detail) => {
    const { run } = runnerFor({ 'package.js': text });
    const error = await run('package.js').catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'BuildError', message: expect.stringContaining(message) });
    if (detail !== undefined) expect(error).toHaveProperty('detail', detail);
  });

  test.each([
    ['an endless loop', 'for (;;) {}'],
    ['an endless promise', 'Package.onUse(() => new Promise(() => {}));'],
  ])('%s', async (_, text) => {
    const { run } = runnerFor({ 'a/package.js': text, 'b/package.js': '' }, { timeLimit: 400 });
    await expect(run('a/package.js')).rejects.toThrow('a/package.js did not finish within 0.4 s');
    // The next one gets a new thread.
    expect(await run('b/package.js')).toEqual([]);
  });

  test('process.exit', async () => {
    const { run } = runnerFor({ 'a/package.js': 'process.exit(0);', 'b/package.js': '' });
    await expect(run('a/package.js')).rejects.toThrow('a/package.js ended its process');
    expect(await run('b/package.js')).toEqual([]);
  });

  test('a timer that throws', async () => {
    const { run } = runnerFor({
      'package.js': 'Package.onUse(() => new Promise(() => { setTimeout(() => { throw new Error("late"); }, 1); }));',
    });
    await expect(run('package.js')).rejects.toThrow('package.js failed outside of its onUse function: Error: late');
  });

  test('no such file', async () => {
    const { run } = runnerFor({});
    await expect(run('package.js')).rejects.toThrow('package.js cannot be read: ENOENT');
  });
});
