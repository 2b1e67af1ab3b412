import { describe, expect, test } from 'vitest';
import { transformModule } from './index.js';
import { runModules, transformOptions } from './testing/run-modules.js';

const run = async (files: Record<string, string>, options = {}) => (await runModules({ files, options })).result;
const format = (source: string) => transformModule(source, 'file.js', transformOptions()).format;

describe('the format of a file', () => {
  test.each([
    ['exports.a = 1', 'commonjs'],
    ['module.exports = 1', 'commonjs'],
    ['exports = module.exports = {}', 'commonjs'],
    ['f(module)', 'commonjs'],
    ["import './x'; module.exports = 1", 'commonjs'],
    ['require("x")', 'module'],
    ['if (module.hot) module.hot.accept(); module.id', 'module'],
    ['typeof module; typeof exports', 'module'],
    ['var exports = {}; exports.a = 1', 'module'],
    ['function f(module) { module.exports = 1 }', 'module'],
    ['x = 1', 'module'],
  ])('%s: %s', (source, expected) => {
    expect(format(source)).toBe(expected);
  });
});

describe('ES module and CommonJS in one file', () => {
  test('import with module.exports', async () => {
    const result = await run({
      'main.js':
        "import all, { twice } from './mixed.js'; export const result = [all.twice, twice, require('./mixed.js').twice];",
      'mixed.js': "import { one } from './one.js'; module.exports = { twice: one * 2 };",
      'one.js': 'export const one = 1;',
    });
    expect(result).toEqual([2, 2, 2]);
  });

  test('import with exports.x', async () => {
    const result = await run({
      'main.js': "import { a } from './mixed.js'; export const result = a;",
      'mixed.js': "import os from 'node:os'; exports.a = typeof os.cpus;",
    });
    expect(result).toBe('function');
  });

  test('export with require', async () => {
    const result = await run({
      'main.js': "import { b } from './mixed.js'; export const result = b;",
      'mixed.js': "const { a } = require('./common.js'); export const b = a + 1;",
      'common.js': 'exports.a = 1;',
    });
    expect(result).toBe(2);
  });

  test('export with exports.x and module.exports.x', async () => {
    const result = await run({
      'main.js': `
        import def, { a, b, c, f, renamed, again, x, increment } from './mixed.js';
        import * as ns from './mixed.js';
        const before = a;
        increment();
        export const result = [def(), before, a, b, c, f(), renamed, again, x, Object.keys(ns.star).length, require('./mixed.js').x];`,
      'mixed.js': `
        export let a = 1;
        export const [b, { c }] = [2, { c: 3 }];
        export function f() { return 4; }
        export function increment() { a++; }
        export default function () { return 'default'; }
        const own = 5;
        export { own as renamed };
        export { one as again } from './one.js';
        export * from './one.js';
        export * as star from './one.js';
        exports.x = 6;
        module.exports.y = 7;`,
      'one.js': 'export const one = 1;',
    });
    expect(result).toEqual(['default', 1, 2, 2, 3, 4, 5, 1, 6, 1, 6]);
  });

  test('a default expression or class, hoisted as the file says', async () => {
    const result = await run({
      'main.js': "import A from './class.js'; import v from './value.js'; export const result = [new A().x, v];",
      'class.js': 'export default class { x = 1 }\nexports.y = 1;',
      'value.js': 'export default 1 + 1;\nexports.y = 1;',
    });
    expect(result).toEqual([1, 2]);
  });
});

describe('CommonJS with a top-level await', () => {
  test('is waited for', async () => {
    const result = await run({
      'main.js': `
        import def, { a, b } from './exports.js';
        import fn from './function.js';
        import object, { c } from './object.js';
        import compiled from './compiled.js';
        export const result = [def.a, a, b, fn(), object.c, c, compiled];`,
      'exports.js': 'exports.a = await 1; module.exports.b = this.a + 1;',
      'function.js': "const { a } = require('./other.js'); module.exports = () => a; await 1;",
      'other.js': 'exports.a = 3;',
      'object.js': "import { x } from './x.js'; const c = await x; module.exports = { c };",
      'x.js': 'export const x = await 4;',
      'compiled.js': 'exports.__esModule = true; exports.default = await 5;',
    });
    expect(result).toEqual([1, 1, 2, 3, 4, 4, 5]);
  });

  test('beside exports', async () => {
    const result = await run({
      'main.js': "import def, { a, b } from './mixed.js'; export const result = [def, a, b];",
      'mixed.js': 'export const a = await 1; export default 2; exports.b = 3;',
    });
    expect(result).toEqual([2, 1, 3]);
  });
});

describe('what Meteor gives modules', () => {
  test('module.id, module.hot, module.dynamicImport, module.exportDefault', async () => {
    const result = await run({
      'app/main.js': `
        import def from './default.js';
        if (module.hot) module.hot.accept();
        export const result = [module.id, module.parent, await module.dynamicImport('./es.js').then(({ a }) => a), def, typeof require];`,
      'app/es.js': 'export const a = 1;',
      'app/default.js': "module.exportDefault('exported');",
    });
    expect(result).toEqual(['/main.js', undefined, 1, 'exported', 'function']);
  });

  test('package symbols in CommonJS files, without wrapping the packages', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import 'meteor/meteor'; import { a } from './common.js'; export const result = a;",
        'common.js': `
          import { Other } from 'meteor/meteor';
          import * as all from 'meteor/meteor';
          const { Meteor: required } = require('meteor/meteor');
          exports.a = [typeof Meteor, typeof Absent, Meteor.x, { Meteor }.Meteor.x, Other, all.Other, required === Meteor, Meteor.f()];`,
        'meteor/meteor':
          'await 1; export const Meteor = { x: 1, f() { return this === Meteor; } }; export const Other = 2;',
      },
      options: { symbols: new Map([['Meteor', 'meteor']]) },
    });
    expect(result).toEqual(['object', 'undefined', 1, 1, 2, 2, true, true]);
  });

  test('this is module.exports in CommonJS files', async () => {
    const result = await run({
      'main.js': "export const result = require('./common.js');",
      'common.js': 'this.a = 1; module.exports.b = 2;',
    });
    expect(result).toEqual({ a: 1, b: 2 });
  });

  test('return in CommonJS files', async () => {
    const result = await run({
      'main.js': "import common from './common.js'; export const result = common;",
      'common.js': 'module.exports = 1; return; module.exports = 2;',
    });
    expect(result).toBe(1);
  });
});
