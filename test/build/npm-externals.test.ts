import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectResults, npmManifest as manifest, type SampleOptions } from '../support/results.js';

/** Builds and runs an app that uses these npm packages, and gives the externals with their reasons. */
async function build(
  main: string,
  npm: Readonly<Record<string, string>>,
  expected: unknown,
  options: SampleOptions = {},
): Promise<Record<string, string>> {
  const { externals } = (await expectResults(main, expected, { npm, ...options })).manifest;
  return Object.fromEntries(Object.entries(externals).map(([name, { reason }]) => [name, reason]));
}

describe('npm packages that stay outside of the bundle', () => {
  test('found out by a file deep inside, whatever was read before', async () => {
    const externals = await build(
      `import own, { data } from 'own';\nObject.assign(results, { data, same: own.data === data });`,
      {
        'own/package.json': manifest('own'),
        'own/index.js': 'exports.data = require("./lib/deep");',
        'own/lib/deep.js':
          '"use strict";\nmodule.exports = require("fs").readFileSync(__dirname + "/data.txt", "utf8");',
        'own/lib/data.txt': 'data',
      },
      { data: 'data', same: true },
    );
    expect(externals).toEqual({ own: 'reads files beside its own code' });
  });

  test('one copy of what an outside package and the bundle both use, peers and undeclared ones too', async () => {
    const externals = await build(
      `import { Thing } from 'shared';
       import { Peer } from 'peer';
       import { Phantom } from 'phantom';
       import { make } from 'own';
       const made = make();
       Object.assign(results, made.map((one, index) => one instanceof [Thing, Peer, Phantom][index]));`,
      {
        'own/package.json': manifest('own', { dependencies: { middle: '1' }, peerDependencies: { peer: '1' } }),
        'own/index.js': `"use strict";
          exports.here = __filename;
          exports.make = () => [require('middle').make(), new (require('peer').Peer)(), new (require('phantom').Phantom)()];`,
        'middle/package.json': manifest('middle', { dependencies: { shared: '1' } }),
        'middle/index.js': "exports.make = () => new (require('shared').Thing)();",
        'shared/package.json': manifest('shared'),
        'shared/index.js': 'exports.Thing = class Thing {};',
        'peer/package.json': manifest('peer'),
        'peer/index.js': 'exports.Peer = class Peer {};',
        'phantom/package.json': manifest('phantom'),
        'phantom/index.js': 'exports.Phantom = class Phantom {};',
      },
      { 0: true, 1: true, 2: true },
    );
    expect(Object.keys(externals)).toEqual(['own', 'peer', 'phantom', 'shared']);
  });

  test('names that are computed: locales beside the code, drivers that the app has', async () => {
    const externals = await build(
      `import { locale, driver, load } from 'computed';
       Object.assign(results, { locale: locale('de'), driver: driver('some-driver'), loaded: (await load('some-driver')).default });`,
      {
        'computed/package.json': manifest('computed', { peerDependenciesMeta: { 'some-driver': { optional: true } } }),
        'computed/index.js': `"use strict";
          const load = require;
          exports.locale = (name) => load('./locale/' + name);
          exports.driver = (name) => require(name);
          exports.load = (name) => import(name);`,
        'computed/locale/de.js': 'module.exports = "deutsch";',
        'some-driver/package.json': manifest('some-driver'),
        'some-driver/index.js': 'module.exports = "driver";',
      },
      { locale: 'deutsch', driver: 'driver', loaded: 'driver' },
      { packageJson: { dependencies: { 'some-driver': '1' } } },
    );
    expect(externals.computed).toBe('loads modules whose names it computes');
  });

  test('names that only stand in strings of the server’s code', async () => {
    const externals = await build(
      `import { createRequire } from 'node:module';
       const target = 'some-transport/file';
       import used from 'used';
       Object.assign(results, { transport: Npm.require(target), used, again: createRequire(import.meta.url)('used') === used });
       const name = 'used';`,
      {
        'some-transport/package.json': manifest('some-transport', { dependencies: { helper: '1' } }),
        'some-transport/file.js': 'module.exports = require("helper");',
        'helper/package.json': manifest('helper'),
        'helper/index.js': 'module.exports = "helped";',
        'used/package.json': manifest('used'),
        'used/index.js': 'module.exports = { used: true };',
      },
      { transport: 'helped', used: { used: true }, again: true },
      { packageJson: { dependencies: { 'some-transport': '1', used: '1' } } },
    );
    expect(externals).toEqual({
      'some-transport': 'named in a string of the server’s code',
      used: 'named in a string of the server’s code',
    });
  });

  test('a package that asks who loads it', async () => {
    const externals = await build(
      `import asked from 'asks';\nObject.assign(results, asked);`,
      {
        'asks/package.json': manifest('asks'),
        'asks/index.js':
          '"use strict";\nexports.isProgram = !module.parent;\nexports.isMain = require.main === module;',
      },
      { isProgram: false, isMain: false },
    );
    expect(Object.keys(externals)).toEqual(['asks']);
  });

  test('two versions of one package, both imported by code of the bundle', () =>
    build(
      `import { version } from 'twice';\nimport { inner } from 'outer';\nObject.assign(results, { version, inner });`,
      {
        'twice/package.json': manifest('twice'),
        'twice/index.js': '"use strict";\nexports.version = require(__dirname + "/package.json").version;',
        'outer/package.json': manifest('outer', { type: 'module', exports: './index.js' }),
        'outer/index.js': "import { version } from 'twice/sub';\nexport const inner = version;",
        'outer/node_modules/twice/package.json': JSON.stringify({
          name: 'twice',
          version: '2.0.0',
          type: 'module',
          exports: { './sub': './lib/sub.js' },
        }),
        'outer/node_modules/twice/lib/sub.js':
          "import { readFileSync } from 'node:fs';\nexport const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));",
      },
      { version: '1.0.0', inner: '2.0.0' },
    ).then((externals) => expect(Object.keys(externals)).toHaveLength(2)));

  test('paths that only a bundler completes, and files that exports hide', () =>
    build(
      `import { sub } from 'es/sub';
       import { folder } from 'es/folder';
       import { hidden } from '/node_modules/hides/lib/hidden.js';
       Object.assign(results, { sub, folder, hidden });`,
      {
        'es/package.json': manifest('es', { type: 'module' }),
        'es/sub.js': 'export const sub = import.meta.url.endsWith("node_modules/es/sub.js");',
        'es/folder/index.js': 'export const folder = import.meta.url.endsWith("es/folder/index.js");',
        'hides/package.json': manifest('hides', { type: 'module', exports: './index.js' }),
        'hides/lib/hidden.js': 'export const hidden = import.meta.url.endsWith("hides/lib/hidden.js");',
      },
      { sub: true, folder: true, hidden: true },
    ));

  test('all that bolide.external lists, with patterns', async () => {
    const externals = await build(
      `import a from '@scope/a';\nimport b from 'b';\nimport c from 'c';\nObject.assign(results, { a, b, c });`,
      {
        '@scope/a/package.json': manifest('@scope/a'),
        '@scope/a/index.js': 'module.exports = "a";',
        'b/package.json': manifest('b'),
        'b/index.js': 'module.exports = "b";',
        'c/package.json': manifest('c'),
        'c/index.js': 'module.exports = "c";',
      },
      { a: 'a', b: 'b', c: 'c' },
      { packageJson: { bolide: { external: ['@scope/*', 'c'] } } },
    );
    expect(Object.keys(externals)).toEqual(['@scope/a', 'c']);
  });

  test('a linked folder of a workspace, and a package under another name', () =>
    build(
      `import { data } from 'linked';\nimport { version } from 'alias';\nObject.assign(results, { data, version });`,
      {
        'alias/package.json': JSON.stringify({ name: 'real', version: '5.0.0' }),
        'alias/index.js': '"use strict";\nexports.version = require(__dirname + "/package.json").version;',
      },
      { data: 'text', version: '5.0.0' },
      {
        files: {
          '../linked/package.json': manifest('linked'),
          '../linked/index.js':
            '"use strict";\nexports.data = require("fs").readFileSync(__dirname + "/data.txt", "utf8");',
          '../linked/data.txt': 'text',
        },
        prepare: async (app) => {
          await mkdir(join(app, 'node_modules'), { recursive: true });
          await symlink(join(app, '../linked'), join(app, 'node_modules/linked'));
        },
      },
    ));
});

describe('npm code that is not there', () => {
  test('fails when it is reached, every time', async () => {
    const externals = await build(
      `import { attempts } from 'tries';
       results.attempts = await attempts();`,
      {
        'tries/package.json': manifest('tries'),
        'tries/index.js': `"use strict";
          const attempt = () => { try { require('not-there'); return 'there'; } catch (error) { return error.code; } };
          const later = () => import('not-there/either').catch((error) => error.code);
          exports.attempts = async () => [attempt(), attempt(), await later(), await later()];`,
      },
      { attempts: ['MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'] },
    );
    expect(externals).toEqual({});
  });

  test('a module that fails is evaluated again when it is required again', () =>
    build(
      `import { first, second } from 'fails';\nObject.assign(results, { first, second });`,
      {
        'fails/package.json': manifest('fails'),
        'fails/index.js': `"use strict";
          const attempt = () => { try { return require('./once'); } catch (error) { return error.message; } };
          exports.first = attempt();
          exports.second = attempt();`,
        'fails/once.js': `"use strict";
          exports.early = true;
          if (!globalThis.failed) { globalThis.failed = true; throw new Error('failed'); }
          exports.late = true;`,
      },
      { first: 'failed', second: { early: true, late: true } },
    ));
});
