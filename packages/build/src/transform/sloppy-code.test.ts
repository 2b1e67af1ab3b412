import { describe, expect, test } from 'vitest';
import { needsSloppyMode, transformModule } from './index.js';
import { runModules, transformOptions } from './testing/run-modules.js';

/** Runs a sloppy file that leaves its result in the global `result`; returns that and what sloppy evaluation gives. */
async function compare(source: string) {
  const read = 'const { result } = globalThis; delete globalThis.result; export { result };';
  const bundled = await runModules({ files: { 'main.js': `import './sloppy.js'; ${read}`, 'sloppy.js': source } });
  // Indirect evaluation in a function's body is sloppy code, the reference.
  new Function(source)();
  const { result } = globalThis as { result?: unknown };
  delete (globalThis as { result?: unknown }).result;
  return { bundled: bundled.result, reference: result };
}

describe('sloppy code becomes strict code that does the same', () => {
  test.each([
    ['octal literals', 'result = [010, 0777, 09, 089.5, 00];'],
    ['octal escapes', String.raw`result = ['\101', "a\08", '\8\9', '\0', '\\1'];`],
    ['delete of names', 'removed = 1; var kept = 2; result = [delete removed, typeof removed, delete kept, kept];'],
    ['repeated parameters', 'function f(a, b, a) { return [a, b, arguments.length]; } result = f(1, 2, 3);'],
    ['arguments.callee', 'result = [3, 4].map(function (n) { return n < 2 ? 1 : n * arguments.callee(n - 1); });'],
    [
      'arguments.callee of named functions',
      'function f(n) { return n ? n + arguments.callee(n - 1) : 0; } result = f(4);',
    ],
    ['arguments.callee below an arrow', 'result = (function () { return (() => arguments.callee.length)(); })();'],
    [
      'reserved words',
      'var let = 1, static = 2; function f(interface) { return { interface, static }; } result = [let, f(3)];',
    ],
    ['yield and await as names', 'var yield = 1; var await = 2; result = [yield, await, { await }.await];'],
    [
      'reserved global names',
      'package = 4; result = [package, typeof package, typeof implements]; delete globalThis.package',
    ],
    ['HTML comments', 'result = 1; <!-- result = 2;\n--> result = 3;\nresult += 1;'],
    ['functions in blocks', 'if (true) { function f() { return 1; } } result = [typeof f, f()];'],
    [
      'functions in blocks, before',
      'result = [typeof f]; { result.push(f()); function f() { return 1; } } result.push(f());',
    ],
    [
      'functions in blocks of functions',
      'function g() { "other"; var x = typeof f; if (1) { function f() {} } return [x, typeof f]; } result = g();',
    ],
    ['functions in blocks beside variables', 'var f = 0; { function f() {} } result = typeof f;'],
    ['functions in a switch', 'switch (1) { case 1: function f() { return 2; } } result = f();'],
    ['functions as bodies', 'if (true) function f() { return 1; } else function f() { return 2; } result = f();'],
    ['labelled functions', 'label: function f() { return 1; } result = f();'],
    ['block functions kept in by let', 'var r = []; { let f = 1; { function f() {} } } result = typeof f;'],
    ['functions declared twice', 'result = f(); function f() { return 1; } function f() { return 2; }'],
    ['functions and variables of one name', 'result = [typeof f]; var f = 1; function f() {} result.push(f);'],
    ['this of the file', 'result = this === globalThis;'],
    [
      'this of a function called on the spot',
      'result = (function () { var root = this; return root === globalThis; })();',
    ],
    [
      'this in UMD wrappers',
      '(function (root, factory) { root.result = factory(); })(this, function () { return 1; });',
    ],
    ['strict functions in it', 'result = (function () { "use strict"; return [this, typeof undeclaredName]; })();'],
    ['return at the top level', 'result = 1; if (result) return; result = 2;'],
    [
      'names of assigned functions',
      'a1 = function () {}; b1 = () => 1; c1 = class {}; result = [a1.name, b1.name, c1.name];',
    ],
  ])('%s', async (_name, source) => {
    const { bundled, reference } = await compare(source);
    expect(bundled).toEqual(reference);
    expect(reference).toBeDefined();
  });

  test.each([
    ['with', 'var o = { a: 1 }; with (o) { a = 2; b1 = 3; result = [a, o.a, typeof Meteor]; } delete globalThis.b1;'],
    ['initializers in for-in', 'for (var i = 5 in {}) ; result = i;'],
    ['eval as a parameter', 'function f(eval) { return eval; } result = f(1);'],
    ['with and return', 'with ({ result: 1 }) {} result = 1; if (result) return; result = 2;'],
  ])('%s stays in a script', async (_name, source) => {
    const { bundled, reference } = await compare(source);
    expect(bundled).toEqual(reference);
    expect(reference).toBeDefined();
  });

  test('scripts get modules, package scope, symbols and context', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import 'meteor/meteor'; import './linked.js'; export const result = [...Shared, typeof Local];",
        'linked.js':
          'var Local = 1; with ({ inner: 2 }) { Shared = [inner, Meteor.x, Npm.npm, Assets.assets, this === globalThis]; }',
        'meteor/meteor': 'export const Meteor = { x: 1 };',
      },
      options: {
        owner: { kind: 'package', name: 'old' },
        style: 'linked',
        symbols: new Map([['Meteor', 'meteor']]),
      },
    });
    expect(result).toEqual([2, 1, true, true, true, 'undefined']);
    const common = await runModules({
      files: {
        'main.js': "import { a } from './with.js'; export const result = a;",
        'with.js': "with ({ b: 1 }) { exports.a = [b, require('./other.js'), this === exports]; }",
        'other.js': 'module.exports = 3;',
      },
    });
    expect(common.result).toEqual([1, 3, true]);
  });

  test.each([
    [
      'with, beside an import',
      "import './x.js';\nwith (a) b();",
      'server',
      "file.js:2:1: Syntax error: 'with' statements",
    ],
    ['with, on the client', 'with (a) b();', 'client', "file.js:1:1: Syntax error: 'with' statements"],
    [
      'a repeated let',
      'let a;\nlet a;',
      'server',
      'file.js:2:5: Syntax error: Identifier `a` has already been declared',
    ],
    [
      'an unknown export of a module that waits',
      'await 1; export { a };',
      'server',
      "file.js:1:19: Syntax error: Export 'a' is not defined",
    ],
  ] as const)('%s is refused', (_name, source, side, message) => {
    expect(() => transformModule(source, 'file.js', transformOptions('file.js', { side }))).toThrow(message);
  });

  test('problems are reported with their places', () => {
    const { facts } = transformModule('var a = 010;\n  delete a;\n', 'x.js', transformOptions());
    expect(facts.strictModeProblems).toEqual([
      { kind: 'legacy-octal', line: 1, column: 9 },
      { kind: 'delete-name', line: 2, column: 3 },
    ]);
  });

  test('a return before imports waits for them and keeps top-level await', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import './early.js'; export const { result } = globalThis; delete globalThis.result;",
        'early.js': "result = await one;\nif (result) return;\nresult = 2;\nimport { one } from './one.js';",
        'one.js': 'export const one = 1;',
      },
    });
    expect(result).toBe(1);
  });
});

describe('needsSloppyMode', () => {
  test.each([
    ['with (a) b;', true],
    ['x = 1;', true],
    ['for (x in {}) ;', true],
    ['exports.f = function () { return arguments.callee; };', true],
    ['exports.a = 010;', true],
    ['delete a;', true],
    ['function f(a, a) {}', true],
    ['function f(a) { a = 1; return g.apply(this, arguments); }', true],
    ['function f(a) { a = 1; return arguments.length; }', false],
    ['function f(a) { return arguments[0]; }', false],
    ['(function () { this.X = 1; })();', true],
    ['(function () { var g = typeof self === "object" ? self : this; })();', false],
    ['(function () { this.X = 1; }).call(this);', false],
    ['if (a) { function f() {} } f();', true],
    ['if (a) { function f() {} f(); }', false],
    ['var static = 1;', true],
    ['"use strict"; function f() { return x; }', false],
    ['/* a */ // b\n"other"; "use strict";\nx = 1;', false],
    ['var a = 1; exports = module.exports = a; return;', false],
    ['import a from "b";\nx = 1;', false],
    ['= syntax error', false],
  ])('%s: %s', (source, expected) => {
    expect(needsSloppyMode(source)).toBe(expected);
  });
});
