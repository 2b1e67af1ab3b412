import { describe, expect, test } from 'vitest';
import { packageScopeModule, transformModule } from './index.js';
import { runModules, transformOptions } from './testing/run-modules.js';

const OLD = { owner: { kind: 'package', name: 'old' }, style: 'linked' } as const;

describe('linked files', () => {
  test('top-level variables and functions are the file’s own', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import './a.js'; import './b.js'; export const result = Seen;",
        'a.js': 'var own = 1; function helper() {} Seen = [typeof own];',
        'b.js': 'Seen.push(typeof own, typeof helper);',
      },
      options: OLD,
    });
    expect(result).toEqual(['number', 'undefined', 'undefined']);
  });

  test('have no module, exports and require', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import './umd.js'; const { Lib } = globalThis; delete globalThis.Lib; export const result = Lib;",
        'umd.js': `(function (root, factory) {
          if (typeof exports === 'object' && typeof module !== 'undefined') module.exports = factory();
          else if (typeof require === 'function') throw new Error('no require');
          else root.Lib = factory();
        })(this, function () { return 'global'; });`,
      },
      options: OLD,
    });
    expect(result).toBe('global');
  });

  test('may return', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import './a.js'; export const result = A;",
        'a.js': 'A = 1;\nfunction f() { A = 2; }\nif (A) return f();\nA = 3;\n// end',
      },
      options: OLD,
    });
    expect(result).toBe(2);
  });

  test('declared exports that no file assigns are undefined, not errors', async () => {
    const { result } = await runModules({
      files: { 'main.js': 'export const result = [typeof Declared, Declared];' },
      options: { ...OLD, packageScope: new Set(['Declared']) },
    });
    expect(result).toEqual(['undefined', undefined]);
  });

  test('a package may have a variable called scope, and one that another package exports', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import 'meteor/underscore'; import './a.js'; export const result = [scope, _];",
        'a.js': 'scope = [_]; _ = 2;',
        'meteor/underscore': 'export const _ = 1;',
      },
      options: { ...OLD, symbols: new Map([['_', 'underscore']]) },
    });
    expect(result).toEqual([[1], 2]);
  });
});

describe('bare files', () => {
  const bare = { 'bare.js': { bare: true } };

  test('declare variables of the package', async () => {
    const { result } = await runModules({
      files: {
        'main.js':
          "import './bare.js'; import './use.js'; export const result = [a, b, c, d, e, k, v, i, n, nested, hoisted(), new Klass().x, later, twice(), Total];",
        'bare.js': `
          later = hoisted();
          var a = 1, b
          var { c, x: [d = 4], ...e } = { c: 3, x: [], y: 5 }
          for (var k in { key: 1 });
          for (var { v } of [{ v: 'v' }]);
          for (var i = 0, n = 2; i < n; i++) var nested = i
          function hoisted() { return 'hoisted' + typeof a }
          class Klass { x = a }
          var [Total] = [a + c]
          var f = function () {}
          var later
          function twice() { return 1 } function twice() { return 2 }
          { let inside = 1; var a = a + inside }`,
        'use.js': 'a += 10; b = f.name;',
      },
      options: OLD,
      fileOptions: bare,
    });
    expect(result).toEqual([
      12,
      'f',
      3,
      4,
      { y: 5 },
      'key',
      'v',
      2,
      2,
      1,
      'hoistednumber',
      12,
      'hoistedundefined',
      2,
      4,
    ]);
  });

  test('of the app declare globals', async () => {
    const { result } = await runModules({
      files: {
        'main.js':
          "import './bare.js'; export const result = [globalThis.lib(), globalThis.version]; delete globalThis.lib; delete globalThis.version;",
        'bare.js': 'var version = 1; function lib() { return version; }',
      },
      fileOptions: bare,
    });
    expect(result).toEqual([1, 1]);
  });
});

describe('modular packages', () => {
  test('share package scope between modules, CommonJS modules and re-exports', async () => {
    const { result } = await runModules({
      files: {
        'main.js':
          "import './es.js'; import { read } from './common.js'; export { Shared }; export const result = [read(), Shared, { Shared }, (() => { Shared = 3; return read(); })()];",
        'es.js': "import { x } from './x.js'; Shared = x;",
        'x.js': 'export const x = 1;',
        'common.js': 'Shared++; exports.read = () => Shared;',
      },
      options: { owner: { kind: 'package', name: 'new' } },
    });
    expect(result).toEqual([2, 2, { Shared: 2 }, 3]);
  });
});

describe('output', () => {
  test('is readable', () => {
    const options = transformOptions('packages/old/a.js', { ...OLD, packageScope: new Set(['A']) });
    expect(transformModule('A = { b: 1 };\nA.b = A;\n', 'a.js', options).code).toBe(
      [
        'import { __packageScope__ as _packageScope, A } from "bolide:package-scope/old";',
        '_packageScope.A = { b: 1 };',
        'A.b = A;',
        '',
      ].join('\n'),
    );
    expect(packageScopeModule(['B', 'A'])).toBe(
      [
        'let _A;',
        'export { _A as A };',
        'let _B;',
        'export { _B as B };',
        'export const __packageScope__ = {',
        '  __proto__: null,',
        '  get A() { return _A; },',
        '  set A(value) { _A = value; },',
        '  get B() { return _B; },',
        '  set B(value) { _B = value; },',
        '};',
        '',
      ].join('\n'),
    );
  });
});

describe('Npm', () => {
  test('literals of Npm.require are reported', () => {
    const { facts } = transformModule(
      "var a = Npm.require('a'), b = Npm.require(`b/c`); Npm.require(x); other.Npm.require('d'); require('e'); import('f');",
      'a.js',
      transformOptions('a.js', OLD),
    );
    expect(facts.npmRequires).toEqual(['a', 'b/c']);
    expect(facts.requires).toEqual(['e']);
    expect(facts.dynamicImports).toEqual(['f']);
    expect(facts.environmentNames).toEqual(['Npm', 'require']);
  });
});
