import fs, { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerNpm } from './npm-require.js';
import { packageContext } from './package-context.js';
import { openBundle } from './running-bundle.js';

const files: Record<string, string> = {
  'assets/app/data/a.txt': 'app text ü',
  'assets/pkg/a.txt': 'pkg text',
  'node_modules/left/package.json': '{"name":"left","version":"1.2.3","exports":{".":"./main.js"}}',
  'node_modules/left/main.js': 'module.exports = { left: true };',
  'node_modules/broken/package.json': '{"name":"broken"}',
  'node_modules/broken/index.js': 'require("not-installed-anywhere");',
  'node_modules/@scope/thing/package.json': '{"name":"@scope/thing","exports":{}}',
};
let directory: string;

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'bolide-context-')));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  openBundle({
    directory,
    manifest: {
      format: 'esm-1',
      generator: 'test',
      mode: 'production',
      packages: [
        {
          name: 'my:pkg',
          kind: 'source',
          module: 'packages/my_pkg.mjs',
          exports: [],
          assets: { 'a.txt': 'assets/pkg/a.txt' },
        },
      ],
      app: {
        module: 'app/main.mjs',
        assets: { 'data/a.txt': 'assets/app/data/a.txt', 'gone.txt': 'assets/app/gone.txt' },
      },
      clientArches: {},
      externals: {},
      hashes: {},
    },
  });
});

describe('Assets', () => {
  test('belong to the app or to a package, at any time, also concurrently', async () => {
    const app = packageContext(null).Assets;
    const pkg = packageContext('my:pkg').Assets;
    const [a, b] = await Promise.all([app.getTextAsync('data/a.txt'), pkg.getTextAsync('a.txt')]);
    expect([a, b]).toEqual(['app text ü', 'pkg text']);
    expect(pkg.getText('a.txt')).toBe('pkg text');
    expect(app.getText('data\\a.txt')).toBe('app text ü');
    expect(app.absoluteFilePath('data/a.txt')).toBe(join(directory, 'assets/app/data/a.txt'));
  });

  test('bytes are a plain Uint8Array', async () => {
    const { Assets } = packageContext('my:pkg');
    for (const bytes of [await Assets.getBinaryAsync('a.txt'), Assets.getBinary('a.txt')]) {
      expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
      expect(new TextDecoder().decode(bytes)).toBe('pkg text');
    }
  });

  test('the old style with a callback', async () => {
    const { Assets } = packageContext('my:pkg');
    expect(await new Promise((resolve) => Assets.getText('a.txt', (...args) => resolve(args)))).toEqual([
      null,
      'pkg text',
    ]);
    const [error] = await new Promise<unknown[]>((resolve) => Assets.getTextAsync('no', (...args) => resolve(args)));
    expect((error as Error).message).toBe('Unknown asset: no (of the package my:pkg)');
  });

  test.each(['missing.txt', '../secret', 'toString', '__proto__', ''])('%j is unknown', async (path) => {
    const { Assets } = packageContext(null);
    expect(() => Assets.getText(path)).toThrow(`Unknown asset: ${path}`);
    expect(() => Assets.absoluteFilePath(path)).toThrow(`Unknown asset: ${path}`);
    await expect(Assets.getTextAsync(path)).rejects.toThrow(`Unknown asset: ${path}`);
  });

  test('a file that is gone gives the error of the file system', async () => {
    await expect(packageContext(null).Assets.getTextAsync('gone.txt')).rejects.toThrow('ENOENT');
  });
});

describe('Npm.require', () => {
  const npm = (name: string) => packageContext('my:pkg').Npm.require(name) as Record<string, unknown>;

  test('what the build registered comes first', () => {
    registerNpm('my:pkg', { left: () => ({ from: 'table' }), 'left/sub': () => 'sub' });
    expect(npm('left')).toEqual({ from: 'table' });
    expect(npm('left/sub')).toBe('sub');
    expect(packageContext('other').Npm.require('left')).toEqual({ left: true });
  });

  test('builtins of Node, with and without node:', () => {
    expect(npm('fs').readFileSync).toBe(fs.readFileSync);
    expect(npm('node:fs').readFileSync).toBe(fs.readFileSync);
    expect(npm('fs/promises').readFile).toBe(fs.promises.readFile);
  });

  test('package.json although `exports` hides it', () => {
    expect(npm('left/package.json').version).toBe('1.2.3');
    expect(npm('@scope/thing/package.json').name).toBe('@scope/thing');
  });

  test.each(['absent', '@scope/absent/x', 'left/hidden.js', '/no/such/file', ''])('%j is unknown', (name) => {
    expect(() => npm(name)).toThrow(
      `Cannot find module "${name}". Did you forget to call 'Npm.depends' in package.js within the 'my:pkg' package?`,
    );
    expect(() => packageContext(null).Npm.require(name)).toThrow(
      `Cannot find module "${name}". Did you forget to install`,
    );
  });

  test('an error inside of a module passes through', () => {
    expect(() => npm('broken')).toThrow('not-installed-anywhere');
    expect(() => npm('broken')).not.toThrow('Npm.depends');
  });
});
