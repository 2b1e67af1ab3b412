import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import type { Program } from '../syntax/nodes.js';
import { analyzeScopes, hasLegacyEscape } from './analyze-scopes.js';

function analyze(source: string, sourceType: 'module' | 'commonjs' = 'module') {
  const { program } = parseSync('x.js', source, { lang: 'js', sourceType, preserveParens: false });
  return analyzeScopes(program as unknown as Program);
}

/** Free names, with `!` for writes and `?` for reads. */
function free(source: string): string {
  const found = analyze(source)
    .references.filter(({ variable }) => variable === undefined)
    .map(({ name, read, write }) => name + (read ? '?' : '') + (write ? '!' : ''));
  return [...new Set(found)].join(' ');
}

describe('free names', () => {
  test.each([
    [`a; b.c; d[e]; f(); new g; \`\${h}\`; i\`x\``, 'a? b? d? e? f? g? h? i?'],
    ['a = 1; b += 1; c++; --d; e ??= f', 'a! b?! c?! d?! e?! f?'],
    ['[a, b.c, ...d] = [{ e, f: g = h, ...i } = j]', 'a! b? d! e! g! h? i! j?'],
    ['for (a of b) c; for (d.e in f); for (var g in g);', 'a! b? c? d? f?'],
    ['var a = b, { c = d, [e]: f } = g; a; c; f', 'b? d? e? g?'],
    ['{ let a; a } a; { function b() {} b } c: for (;;) break c', 'a?'],
    ['function f(a, b = a, { c } = d, ...e) { a; b; c; e; f; arguments }', 'd?'],
    ['function f(a = b) { var b; b }', 'b?'],
    ['(a => a)(b); async () => { await c }; arguments', 'b? c? arguments?'],
    ['(function f() { f }); f; (class C extends D { [k] = C; static { E; var v } m(p) { p; v } })', 'f? D? k? E? v?'],
    ['try { a } catch ({ b }) { b } finally { b } try {} catch { c }', 'a? b? c?'],
    ['switch (a) { case b: let c; default: c } c', 'a? b? c?'],
    ['typeof a; void b; delete c.d; e?.f?.[g]?.(h)', 'a? b? c? e? g? h?'],
    ['({ a, b: c, [d]: 1, e() { f }, get g() { h } })', 'a? c? d? f? h?'],
    ['import a, { b as c } from "x"; import * as d from "y"; a; b; c; d', 'b?'],
    ['export { a as b }; export { c } from "x"; export * as d from "y"; export default e', 'a? e?'],
    [
      'import.meta.a; import(b); this.c; class A extends B { constructor() { super.d; super(e); #f in g } #f }',
      'b? B? e? g?',
    ],
    ['label: { break label } x: y', 'y?'],
    ['let f = function () { return f }, g = () => g', ''],
  ])('%s', (source, expected) => {
    expect(free(source)).toBe(expected);
  });
});

test('names resolve to the right declaration', () => {
  const { references } = analyze('let x = 1; { let x = 2; { x; } } x; function f(x) { x; var x; }');
  const reads = references.filter(({ read, name }) => read && name === 'x');
  expect(reads.map(({ variable }) => variable?.identifiers[0]?.start)).toEqual([17, 4, 47]);
});

test('sums of thousands of terms', () => {
  expect(free(`x = ${Array.from({ length: 20_000 }, () => '"a"').join(' + ')} + last`)).toBe('x! last?');
});

test('legacy escapes', () => {
  expect([String.raw`"\1"`, String.raw`"\08"`, String.raw`"\8"`].map(hasLegacyEscape)).toEqual([true, true, true]);
  expect([String.raw`"\0"`, String.raw`"\\1"`, String.raw`"\x01"`, '"1"'].map(hasLegacyEscape)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

describe('agrees with eslint-scope on real code', () => {
  const require = createRequire(import.meta.url);
  const folder = (name: string) => dirname(require.resolve(`${name}/package.json`));
  const files = [
    join(folder('express'), 'lib/response.js'),
    join(folder('semver'), 'classes/range.js'),
    join(folder('ws'), 'lib/websocket.js'),
    join(folder('esbuild'), 'lib/main.js'),
    join(folder('eslint-scope'), 'dist/eslint-scope.cjs'),
    join(folder('@jridgewell/trace-mapping'), 'dist/trace-mapping.umd.js'),
    join(folder('@jridgewell/trace-mapping'), 'dist/trace-mapping.mjs'),
  ];
  test.each(files)('%s', async (file) => {
    const { analyze: reference } = await import('eslint-scope');
    const isModule = file.endsWith('.mjs');
    const { program } = parseSync('x.js', readFileSync(file, 'utf8'), {
      lang: 'js',
      sourceType: isModule ? 'module' : 'commonjs',
      preserveParens: false,
      range: true,
    });
    const manager = reference(program as never, { ecmaVersion: 2022, sourceType: isModule ? 'module' : 'script' });
    const through = manager.globalScope?.through ?? [];
    const expected = through.map((item) => `${item.identifier.name}@${item.identifier.range?.[0]}`).sort();
    // In a script the reference leaves top-level variables unresolved.
    const own = analyzeScopes(program as unknown as Program);
    const found = own.references
      .filter(({ variable, role }) => variable === undefined && role !== 'declaration')
      .map(({ name, node }) => `${name}@${node.start}`)
      .sort();
    expect(found.length).toBeGreaterThan(5);
    expect(found).toEqual(expected);
  });
});
