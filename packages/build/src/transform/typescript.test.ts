import { describe, expect, test } from 'vitest';
import { transformModule } from './index.js';
import { runModules, transformOptions } from './testing/run-modules.js';

const run = async (files: Record<string, string>, options = {}) => (await runModules({ files, options })).result;

describe('TypeScript', () => {
  test('types, enums, namespaces, parameter properties, type-only imports', async () => {
    const result = await run({
      'main.ts': `
        import { type T, value } from './types.ts';
        import type { U } from './missing.ts';
        enum Color { Red = 1, Green }
        namespace N { export const x = 5; }
        abstract class A { constructor(private readonly n: number) {} get(): number { return this.n!; } declare d: U; }
        class B extends A {}
        const generic = <X,>(x: X): X => x satisfies unknown as X;
        export const result: T[] = [value, Color.Green, Color[1], N.x, new B(7).get(), generic(8), 'd' in new B(1)] as never;`,
      'types.ts': 'export type T = unknown; export const value = 1;',
    });
    expect(result).toEqual([1, 2, 'Red', 5, 7, 8, false]);
  });

  test('free names, implicit globals and CommonJS work as in JavaScript', async () => {
    const result = await run(
      {
        'main.ts':
          "import 'meteor/meteor'; import fs = require('node:fs'); import './write.ts'; declare const Tasks: number; export const result = [Meteor.x, Tasks, typeof fs.statSync]; delete globalThis.Tasks;",
        'write.ts': 'Tasks = 3 as number; export {};',
        'meteor/meteor': 'export const Meteor = { x: 1 };',
      },
      { symbols: new Map([['Meteor', 'meteor']]) },
    );
    expect(result).toEqual([1, 3, 'function']);
  });

  const fields = `
    class Base { constructor() { this.init(); } init() {} }
    class A extends Base { x: number; y?: string; z = 1; init() { this.x = 2; } }
    const a = new A();
    export const result = [a.x, 'y' in a, a.z];`;

  test('class fields are defined', async () => {
    expect(await run({ 'main.ts': fields })).toEqual([undefined, true, 1]);
  });

  test('class fields are assigned where tsconfig says so', async () => {
    const typescript = { useDefineForClassFields: false };
    expect(await run({ 'main.ts': fields }, { typescript })).toEqual([2, false, 1]);
  });

  test('decorators as Meteor and experimentalDecorators have them, with metadata', async () => {
    const result = await run({
      'main.ts': `
        const log: unknown[] = [];
        (Reflect as any).metadata = (key: string, value: any) => (_: unknown, name: string) => { log.push([key, name, value?.name]); };
        function note(target: object, key: string, third?: unknown) { log.push([key, typeof third]); }
        class A { @note x: string = 'a'; @note method(@note n: number): void {} }
        export const result = log;
        delete (Reflect as any).metadata;`,
    });
    expect(result).toContainEqual(['design:type', 'x', 'String']);
    expect(result).toContainEqual(['x', 'undefined']);
    expect(result).toContainEqual(['method', 'number']);
  });

  const standard = `
    export const result = [];
    const twice = (value, context) => { result.push([context.kind, context.name]); return (n) => 2 * value(n); };
    const start = (_value, context) => { result.push([context.kind, context.name]); return (x) => x + 1; };
    const both = ({ get }, context) => { result.push([context.kind, context.name]); return { get() { return -get.call(this); } }; };
    class A { @twice m(n) { return n; } @start x = 1; @both accessor y = 2; }
    result.push(new A().m(4), new A().x, new A().y);`;
  const expected = [['method', 'm'], ['accessor', 'y'], ['field', 'x'], 8, 2, -2];

  test('standard decorators in JavaScript', async () => {
    expect(await run({ 'main.js': standard })).toEqual(expected);
  });

  test('standard decorators in TypeScript, where tsconfig says so', async () => {
    const code = standard.replace('const result', 'const result: unknown[]');
    expect(await run({ 'main.ts': code }, { typescript: { experimentalDecorators: false } })).toEqual(expected);
  });
});

describe('JSX', () => {
  const react =
    "exports.createElement = (type, props, ...children) => [type, props, children];\nexports.Fragment = 'fragment';";

  test('calls React.createElement in a file that imports React', async () => {
    const result = await run({
      'main.js': "import React from './react.js'; const b = 1; export const result = <a b={b}>text</a>;",
      'react.js': react,
    });
    expect(result).toEqual(['a', { b: 1 }, ['text']]);
  });

  test('imports the runtime otherwise', () => {
    const { code } = transformModule('export const x = <a/>;', 'a.jsx', transformOptions('a.jsx'));
    expect(code).toContain('from "react/jsx-runtime"');
    const { code: preact } = transformModule(
      'export const x = <a/>;',
      'a.tsx',
      transformOptions('a.tsx', { typescript: { jsxImportSource: 'preact' } }),
    );
    expect(preact).toContain('from "preact/jsx-runtime"');
  });

  test('uses the factory of tsconfig or of a pragma', () => {
    const { code } = transformModule(
      'export const x = <><a/></>;',
      'a.tsx',
      transformOptions('a.tsx', { typescript: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'F' } }),
    );
    expect(code).toContain('h(F, null, /* @__PURE__ */ h("a", null))');
  });

  test('texts that only look like JSX or decorators are left as they are', () => {
    const source = 'export const html = "<a></a>"; // @author\n/** @type {X} */\nexport const y = 1;   // kept\n';
    expect(transformModule(source, 'a.js', transformOptions('a.js')).code).toBe(source);
  });

  test('components that packages export are imported', () => {
    const { code } = transformModule(
      'export const x = <Blaze a={Meteor}/>;',
      'a.jsx',
      transformOptions('a.jsx', {
        symbols: new Map([
          ['Blaze', 'ui'],
          ['Meteor', 'meteor'],
        ]),
      }),
    );
    expect(code).toContain('import { Blaze } from "meteor/ui";');
    expect(code).toContain('import { Meteor } from "meteor/meteor";');
  });
});
