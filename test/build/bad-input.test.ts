import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { bolide } from '../support/bolide.js';
import type { RunResult } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const build = (app: string, ...argv: string[]): Promise<RunResult> =>
  bolide(app, 'build', '--server-only', '--directory', join(app, '../output'), ...argv);

/** A failure that the user can mend: exit code 1, the words wanted, and nothing of our insides. */
function expectFailure(result: RunResult, ...words: (string | RegExp)[]): void {
  expect(result.code, result.stderr).toBe(1);
  for (const word of words) expect(result.stderr).toMatch(word);
  expect(result.stderr).not.toMatch(/^\s+at .+\.js:\d+/m);
}

describe('bolide build, given bad input', () => {
  test('an unknown package', async () => {
    const result = await build(await makeApp({}, ['meteor', 'someone:nonsense']));
    expectFailure(result, 'someone:nonsense', /packages/, 'METEOR_PACKAGE_DIRS');
  });

  test('a main module that does not exist', async () => {
    const app = await makeApp({
      'package.json': JSON.stringify({ meteor: { mainModule: { server: 'server/nothing.js' } } }),
    });
    expectFailure(await build(app), 'server/nothing.js', 'package.json');
  });

  test('a syntax error in app code shows a code frame', async () => {
    const app = await makeApp({
      'server/main.js': "import './broken';\n",
      'server/broken.js': 'const a = 1;\nconst b = = 2;\n',
    });
    expectFailure(await build(app), /server\/broken\.js:2:\d+/, 'const b = = 2;');
  });

  test('an import that leads nowhere names the importer', async () => {
    const relative = await build(await makeApp({ 'server/main.js': "import './nowhere';\n" }));
    expectFailure(relative, './nowhere', 'server/main.js');
    const npm = await build(await makeApp({ 'server/main.js': "import 'not-installed-package/x';\n" }));
    expectFailure(npm, 'not-installed-package/x', 'server/main.js', 'npm install not-installed-package');
    const meteor = await build(await makeApp({ 'server/main.js': "import 'meteor/no-such-package';\n" }));
    expectFailure(meteor, 'no-such-package', 'server/main.js');
  });

  test('two packages that export the same name', async () => {
    const app = await makeApp(
      {
        'packages/one/package.js':
          "Package.describe({ name: 'one' });\nPackage.onUse((api) => { api.addFiles('one.js'); api.export('Twice'); });\n",
        'packages/one/one.js': 'Twice = 1;\n',
        'packages/two/package.js':
          "Package.describe({ name: 'two' });\nPackage.onUse((api) => { api.addFiles('two.js'); api.export('Twice'); });\n",
        'packages/two/two.js': 'Twice = 2;\n',
      },
      ['meteor', 'one', 'two'],
    );
    expectFailure(await build(app), 'Twice', 'one', 'two');
  });

  test('packages that need each other in a circle', async () => {
    const pkg = (name: string, uses: string) =>
      `Package.describe({ name: '${name}' });\nPackage.onUse((api) => { api.use('${uses}'); });\n`;
    const app = await makeApp(
      {
        'packages/a/package.js': pkg('a', 'b'),
        'packages/b/package.js': pkg('b', 'c'),
        'packages/c/package.js': pkg('c', 'a'),
      },
      ['meteor', 'a'],
    );
    expectFailure(await build(app), /a -> b -> c -> a|b -> c -> a -> b|c -> a -> b -> c/);
  });

  test('a package.js that throws', async () => {
    const app = await makeApp(
      { 'packages/a/package.js': "Package.describe({ name: 'a' });\nthrow new Error('no luck');\n" },
      ['meteor', 'a'],
    );
    expectFailure(await build(app), /packages\/a\/package\.js:2/, 'no luck');
  });

  test('a build plugin that is not known', async () => {
    const app = await makeApp(
      {
        'packages/a/package.js':
          "Package.describe({ name: 'a' });\nPackage.registerBuildPlugin({ name: 'compileNonsense', sources: ['x.js'] });\n",
      },
      ['meteor', 'a'],
    );
    expectFailure(await build(app), 'packages/a/package.js', 'compileNonsense');
  });

  test('a package.json that is not JSON', async () => {
    const app = await makeApp({ 'package.json': '{\n  "name": "x",\n  oops\n}\n' });
    expectFailure(await build(app), /package\.json:3/);
  });

  test('a folder that is not an app', async () => {
    expectFailure(await build(await temporaryFolder()), '.meteor', 'package.json');
  });

  test('a target that holds something else is left alone, unless --force', async () => {
    const app = await makeApp({});
    const precious = join(app, '../output/bundle/precious.txt');
    await mkdir(join(app, '../output/bundle'), { recursive: true });
    await writeFile(precious, 'do not delete');
    expectFailure(await build(app), 'output/bundle', '--force');
    expect(await readFile(precious, 'utf8')).toBe('do not delete');
    expect((await build(app, '--force')).code).toBe(0);
    expect((await build(app)).code, 'a bundle of ours is replaced').toBe(0);
  });

  test('a target inside the app', async () => {
    const app = await makeApp({});
    expectFailure(await bolide(app, 'build', '--directory', 'output'), 'inside the app');
  });

  test('a failed build leaves the old bundle as it was', async () => {
    const app = await makeApp({});
    expect((await build(app)).code).toBe(0);
    const index = join(app, '../output/bundle/index.mjs');
    const before = await readFile(index, 'utf8');
    await writeFile(join(app, 'server/main.js'), 'const = 1;\n');
    expectFailure(await build(app), 'server/main.js');
    expect(await readFile(index, 'utf8')).toBe(before);
  });

  test('a native addon for another platform', async () => {
    // The first bytes of a Windows program for x64.
    const addon = Buffer.alloc(256);
    addon.write('MZ', 0, 'latin1');
    addon.writeUInt32LE(0x80, 0x3c);
    addon.writeUInt16LE(0x8664, 0x84);
    const app = await makeApp({
      'server/main.js': "import 'addon';\n",
      'node_modules/addon/package.json': '{ "name": "addon", "version": "1.0.0" }',
      'node_modules/addon/index.js': "module.exports = require('./build/addon.node');\n",
      'node_modules/addon/build/.keep': '',
    });
    await writeFile(join(app, 'node_modules/addon/build/addon.node'), addon);
    expectFailure(await build(app, '--architecture', 'os.linux.x86_64'), '"addon"', 'win32-x64', 'linux-x64');
  });

  test('an unknown architecture', async () => {
    expectFailure(await build(await makeApp({}), '--architecture', 'os.amiga'), 'os.amiga', 'os.linux.x86_64');
    expectFailure(await build(await makeApp({}), '--exclude-archs', 'web.lynx'), 'web.lynx', 'web.browser');
  });

  test('wrong usage ends with code 2', async () => {
    const app = await makeApp({});
    const format = await build(app, '--format=wasm');
    expect(format.code).toBe(2);
    expect(format.stderr).toMatch(/wasm.*\besm\b.*\blegacy\b/s);
    expect((await bolide(app, 'build')).code).toBe(2);
    expect((await bolide(app, 'build', '--no-such-flag', 'x')).code).toBe(2);
    expect((await bolide(app, 'no-such-command')).code).toBe(2);
    expect((await bolide(app, 'build', '../one', '--directory', '../two')).code).toBe(2);
  });

  test('--format=legacy says so when there is no Meteor', async () => {
    expectFailure(await build(await makeApp({}), '--format=legacy'), 'meteor build', 'PATH');
  });
});
