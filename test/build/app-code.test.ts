import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { buildServer, runForJson } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';

/** Builds an app whose `results` object is printed at the end, and expects the same from both runtimes. */
async function expectResults(
  files: Record<string, string>,
  expected: unknown,
  options: { packages?: string[]; prepare?: (app: string) => Promise<void> } = {},
): Promise<void> {
  const app = await makeApp(
    {
      'server/results.js':
        'export const results = {};\nglobalThis.main = () => { console.log(JSON.stringify(results)); return 0; };\n',
      ...files,
    },
    options.packages,
  );
  await options.prepare?.(app);
  const bundle = await buildServer(app);
  for (const runtime of runtimes) expect(await runForJson(bundle, runtime), runtime.name).toEqual(expected);
}

const main = (code: string): Record<string, string> => ({
  'server/main.js': `import { results } from './results';\n${code}`,
});

describe('app code as Meteor accepts it', () => {
  test('meteor/… imports, absolute paths, JSON, folders with an index', () =>
    expectResults(
      {
        ...main(`
          import { Meteor } from 'meteor/meteor';
          import data from '/imports/data.json';
          import { named } from '/imports/folder';
          Object.assign(results, { isServer: Meteor.isServer, data, named });
        `),
        'imports/data.json': '{ "answer": 42 }',
        'imports/folder/index.ts': 'export const named: string = "index";',
      },
      { isServer: true, data: { answer: 42 }, named: 'index' },
    ));

  test('ES modules and CommonJS, also mixed in one file', () =>
    expectResults(
      {
        ...main(`
          import fromCommonJs, { a } from './common';
          import * as mixed from './mixed';
          const required = require('./esm');
          Object.assign(results, { a, whole: fromCommonJs.b, mixed: mixed.value, required: required.default + required.c });
        `),
        'server/common.js': 'exports.a = 1;\nexports.b = module.exports.a + 1;\n',
        'server/mixed.js': "import { c } from './esm';\nmodule.exports = { value: c * 2 };\n",
        'server/esm.js': 'export default 10;\nexport const c = 3;\n',
      },
      { a: 1, whole: 2, mixed: 6, required: 13 },
    ));

  test('nested imports run when they are reached, synchronously, with live bindings', () =>
    expectResults(
      {
        ...main(`
          const order = [];
          globalThis.order = order;
          function later() {
            import { count, increment } from './counter';
            increment();
            return count;
          }
          order.push('before');
          const value = later();
          order.push('after');
          if (value === 1) {
            import nested from './nested';
            order.push(nested);
          }
          Object.assign(results, { order, value, again: later() });
        `),
        'server/counter.js':
          "order.push('counter');\nexport let count = 0;\nexport const increment = () => { count += 1; };\n",
        'server/nested.js': "export default 'nested';\n",
      },
      { order: ['before', 'counter', 'after', 'nested'], value: 1, again: 2 },
    ));

  test('top-level await, dynamic import(), require at run time', () =>
    expectResults(
      {
        ...main(`
          const waited = await new Promise((resolve) => setTimeout(resolve, 5, 'waited'));
          const { lazy } = await import('./lazy');
          const path = require('path');
          Object.assign(results, { waited, lazy, joined: path.posix.join('a', 'b') });
        `),
        'server/lazy.js': "export const lazy = await Promise.resolve('lazy');\n",
      },
      { waited: 'waited', lazy: 'lazy', joined: 'a/b' },
    ));

  test('TypeScript with decorators, class fields and paths; TSX and JSX', () =>
    expectResults(
      {
        ...main(`
          import { Thing, Color, tree } from './thing';
          Object.assign(results, { log: Thing.log, field: new Thing().field, color: Color.Red, tree });
        `),
        'server/thing.ts': `
          import { tree } from '~/tree';
          export { tree };
          export enum Color { Red = 'red' }
          function log(target: { constructor: unknown }, key: string) { (target.constructor as typeof Thing).log.push(key); }
          export class Thing {
            static log: string[] = [];
            field: number = 7;
            @log method(): void {}
          }
        `,
        'imports/tree.tsx': `
          import { element } from './element';
          /** @jsxRuntime classic */
          /** @jsx element */
          export const tree = <p title="a">{'text'}</p>;
        `,
        'imports/element.jsx':
          'export const element = (name, attributes, ...children) => ({ name, attributes, children });',
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            experimentalDecorators: true,
            paths: { '~/*': ['./imports/*'] },
            jsx: 'react',
            jsxFactory: 'element',
          },
        }),
      },
      { log: ['method'], field: 7, color: 'red', tree: { name: 'p', attributes: { title: 'a' }, children: ['text'] } },
    ));

  test('implicit globals, and package symbols that nobody imports', () =>
    expectResults(
      {
        ...main(`
          import './a';
          import './b';
          Object.assign(results, { tasks: Tasks, version: typeof EJSON.stringify, release: Meteor.isServer, other: typeof NoSuch });
        `),
        'server/a.js': "Tasks = ['a'];\n[First, ...Rest] = [1, 2, 3];\nfor (Last of [7, 8]);\n",
        'server/b.js': 'Tasks.push(First + Rest[1] + Last);\nTasks.length += 0;\n',
      },
      { tasks: ['a', 12], version: 'function', release: true, other: 'undefined' },
      { packages: ['meteor', 'ejson'] },
    ));

  test('a package’s export that the app assigns to is the app’s from then on, in all of its files', () =>
    expectResults(
      {
        ...main(`
          import './replaces';
          import { seen } from './uses';
          Object.assign(results, { seen, package: Package.ejson.EJSON === Original, id: typeof Random, other: typeof Package.random.Random.id });
        `),
        'server/replaces.js':
          'Original = EJSON;\nEJSON = { mine: typeof EJSON.stringify };\n({ Random } = { Random: 1 });\n',
        'server/uses.js': 'export const seen = EJSON;\n',
      },
      { seen: { mine: 'function' }, package: true, id: 'number', other: 'function' },
      { packages: ['meteor', 'ejson', 'random'] },
    ));

  test('import.meta.url, __dirname and __filename name places', () =>
    expectResults(
      main(`
        Object.assign(results, { url: import.meta.url.startsWith('file:'), directory: typeof __dirname, file: __filename.endsWith('.js') });
      `),
      { url: true, directory: 'string', file: true },
    ));

  test('npm packages of every kind', () =>
    expectResults(
      {
        ...main(`
          import common, { named } from 'common';
          import { onlyEsm } from 'only-esm';
          import { kind } from 'dual';
          import sub from 'only-exports/sub';
          import manifest from 'only-exports/package.json';
          import { linked } from 'linked';
          import { linkedAgain } from './again';
          Object.assign(results, {
            named, common: common.named, onlyEsm, kind, required: require('dual').kind, sub, version: manifest.version,
            linked: linked === linkedAgain, dynamic: Npm.require('common').named,
          });
        `),
        'server/again.js': "export { linked as linkedAgain } from 'linked';\n",
        'node_modules/common/package.json': '{ "name": "common", "version": "1.0.0" }',
        'node_modules/common/index.js': 'exports.named = "common";',
        'node_modules/only-esm/package.json':
          '{ "name": "only-esm", "version": "1.0.0", "type": "module", "exports": "./main.js" }',
        'node_modules/only-esm/main.js': 'export const onlyEsm = await "esm";',
        'node_modules/dual/package.json':
          '{ "name": "dual", "version": "1.0.0", "exports": { "import": "./esm.mjs", "require": "./common.cjs" } }',
        'node_modules/dual/esm.mjs': 'export const kind = "esm";',
        'node_modules/dual/common.cjs': 'exports.kind = "commonjs";',
        'node_modules/only-exports/package.json':
          '{ "name": "only-exports", "version": "3.2.1", "exports": { "./sub": { "node": "./lib/sub.js" } } }',
        'node_modules/only-exports/lib/sub.js': 'module.exports = "sub";',
        '../linked/package.json': '{ "name": "linked", "version": "1.0.0" }',
        '../linked/index.js': 'exports.linked = {};',
      },
      {
        named: 'common',
        common: 'common',
        onlyEsm: 'esm',
        kind: 'esm',
        required: 'commonjs',
        sub: 'sub',
        version: '3.2.1',
        linked: true,
        dynamic: 'common',
      },
      { prepare: (app) => symlink(join(app, '../linked'), join(app, 'node_modules/linked')) },
    ));

  test('pnpm’s layout: packages in a store, linked', () =>
    expectResults(
      {
        ...main(`
          import { outer } from 'outer';
          results.outer = outer;
        `),
        'node_modules/.pnpm/outer@1.0.0/node_modules/outer/package.json': '{ "name": "outer", "version": "1.0.0" }',
        'node_modules/.pnpm/outer@1.0.0/node_modules/outer/index.js':
          'exports.outer = "outer " + require("inner").inner;',
        'node_modules/.pnpm/inner@2.0.0/node_modules/inner/package.json': '{ "name": "inner", "version": "2.0.0" }',
        'node_modules/.pnpm/inner@2.0.0/node_modules/inner/index.js': 'exports.inner = "inner";',
      },
      { outer: 'outer inner' },
      {
        prepare: async (app) => {
          await symlink('.pnpm/outer@1.0.0/node_modules/outer', join(app, 'node_modules/outer'));
          await symlink(
            '../../inner@2.0.0/node_modules/inner',
            join(app, 'node_modules/.pnpm/outer@1.0.0/node_modules/inner'),
          );
        },
      },
    ));

  test('eager loading in Meteor’s order where there is no main module', () =>
    expectResults(
      {
        'package.json': '{ "name": "eager", "meteor": {} }',
        'server/results.js': '',
        'server/main.js':
          "Order.push('server/main');\nmain = function () { console.log(JSON.stringify(Order)); return 0; };\n",
        'server/b.js': "Order.push('server/b');\n",
        'server/deep/a.js': "Order.push('server/deep/a');\n",
        'lib/z.js': "Order = ['lib/z'];\n",
        'both.js': "Order.push('both');\n",
        'imports/never.js': "Order.push('never');\n",
        'client/never.js': "Order.push('never');\n",
        'tests/never.js': "Order.push('never');\n",
        'ignored/never.js': "Order.push('never');\n",
        '.meteorignore': 'ignored\n',
      },
      ['lib/z', 'server/deep/a', 'server/b', 'both', 'server/main'],
    ));
});
