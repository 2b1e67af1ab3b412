import { describe, expect, test } from 'vitest';
import { runModules } from './testing/run-modules.js';

const run = async (files: Record<string, string>) => (await runModules({ files })).result;

describe('nested imports', () => {
  test('load when their block is entered, once', async () => {
    const result = await run({
      'main.js': `
        globalThis.loads = [];
        function use() { loads.push('enter'); import { a } from './lazy.js'; return a; }
        loads.push('before');
        use(); use();
        if (false) { import './never.js'; }
        export const result = loads;
        delete globalThis.loads;`,
      'lazy.js': "loads.push('lazy'); export const a = 1;",
      'never.js': "loads.push('never');",
    });
    expect(result).toEqual(['before', 'lazy', 'enter', 'enter']);
  });

  test('give default, named, renamed, namespace and string names of ES modules', async () => {
    const result = await run({
      'main.js': `
        export const result = [];
        {
          import def, { a, b as c, 'a b' as d } from './es.js';
          import * as ns from './es.js';
          import { default as again } from './es.js';
          result.push(def, a, c, d, ns.a, again, { a }.a, typeof a, \`\${a}\`, f(), f?.(), new C().x, tag\`x\`);
          import { f, C, tag } from './es.js';
        }`,
      'es.js': `
        export default 'def'; export const a = 1, b = 2; const x = 3; export { x as 'a b' };
        export function f() { return this === undefined; }
        export class C { x = 'x' }
        export function tag() { return this === undefined; }`,
    });
    expect(result).toEqual(['def', 1, 2, 3, 1, 'def', 1, 'number', '1', true, true, 'x', true]);
  });

  test('stay live', async () => {
    const result = await run({
      'main.js': `
        export const result = [];
        function f() {
          import count, { n, increment } from './counter.js';
          result.push(n, count); increment(); result.push(n, count);
        }
        f();`,
      'counter.js': 'export let n = 0; export { n as default }; export function increment() { n++; }',
    });
    expect(result).toEqual([0, 0, 1, 1]);
  });

  test('of CommonJS modules: the default is module.exports, unless they say they are ES modules', async () => {
    const result = await run({
      'main.js': `
        export let result;
        function f() {
          import plain, { p } from './plain.js';
          import * as ns from './plain.js';
          import compiled from './compiled.js';
          import fn from './function.js';
          result = [plain.p, p, ns.p, ns.default === plain, compiled, fn()];
        }
        f();`,
      'plain.js': 'exports.p = 1;',
      'compiled.js': "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'd';",
      'function.js': "module.exports = function () { return 'called'; };",
    });
    expect(result).toEqual([1, 1, 1, true, 'd', 'called']);
  });

  test('in every kind of statement, and without semicolons', async () => {
    const result = await run({
      'main.js': `
        export const result = []
        const go = (kind) => {
          'use strict'
          if (kind === 0) import './effect.js'
          switch (kind) {
            case 1:
              import { a } from './es.js'
              result.push(a)
              f()
              break
            case 2: { import { f } from './es.js'; result.push('x')
              f()
            }
          }
          function f() { result.push('own') }
        }
        for (const kind of [0, 1, 2]) go(kind)
        class A { static { import { a } from './es.js'; result.push(a) } }
        try { import { a } from './es.js'; result.push(a) } finally {}
        delete globalThis.log`,
      'effect.js': 'globalThis.log = 1;',
      'es.js': 'export const a = 1; export function f() { return 2 }',
    });
    expect(result).toEqual([1, 'own', 'x', 1, 1]);
  });

  test('shadow and are shadowed', async () => {
    const result = await run({
      'main.js': `
        import { a } from './one.js';
        function f() { import { a } from './two.js'; return [a, (a => a)(3), (() => { let a = 4; return a })()]; }
        export const result = [a, ...f(), a];`,
      'one.js': 'export const a = 1;',
      'two.js': 'export const a = 2;',
    });
    expect(result).toEqual([1, 2, 3, 4, 1]);
  });

  test('of packages come from the registry', async () => {
    const result = await run({
      'main.js': `
        import 'meteor/one';
        let missing;
        try { import { X } from 'meteor/none'; } catch (error) { missing = error.message; }
        function f() { import { One } from 'meteor/one'; return One; }
        export const result = [f(), missing, require('meteor/one').One];`,
      'meteor/one': 'export const One = 1;',
      'meteor/none': '',
    });
    expect(result).toEqual([1, 'Cannot find package "none". Try "meteor add none".', 1]);
  });

  test('in TypeScript and JSX', async () => {
    const { result } = await runModules({
      files: {
        'main.ts':
          "function f(n: number): number { import { a } from './es.js'; return a + n; }\nexport const result = f(1 as number);",
        'es.js': 'export const a = 1;',
      },
    });
    expect(result).toBe(2);
  });
});
