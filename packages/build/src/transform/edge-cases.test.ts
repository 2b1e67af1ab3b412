import { describe, expect, test } from 'vitest';
import { analyzeModule, transformModule } from './index.js';
import { runModules, transformOptions } from './testing/run-modules.js';

const transform = (source: string, options = {}) => transformModule(source, 'a.js', transformOptions('a.js', options));
const symbols = new Map([['Meteor', 'meteor']]);

describe('unusual files', () => {
  test('empty files and comments are modules', () => {
    expect(transform('').code).toBe('\nexport {};\n');
    expect(transform('// only a comment').code).toBe('// only a comment\nexport {};\n');
  });

  test('a hashbang goes, a byte order mark and Windows lines stay', async () => {
    expect(transform('#!/usr/bin/env node\nMeteor;\n', { symbols }).code).toBe(
      'import { Meteor } from "meteor/meteor";\n\nMeteor;\n',
    );
    const { result } = await runModules({
      files: {
        'main.js': "import './a.js'; export const result = globalThis.fromA; delete globalThis.fromA;",
        'a.js': '\uFEFFfromA = 1;\r\nfromA += 1;\r\n',
      },
    });
    expect(result).toBe(2);
  });

  test('new names do not meet those of the file', () => {
    const options = { owner: { kind: 'package', name: 'p' }, packageScope: new Set(['A']) } as const;
    expect(transform('const _packageScope = 1; A = _packageScope;', options).code).toContain(
      'import { __packageScope__ as _packageScope1 } from "bolide:package-scope/p";',
    );
  });

  test('a symbol may be exported again', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import { Meteor as again } from './again.js'; export const result = again;",
        'again.js': 'export { Meteor };',
        'meteor/meteor': 'export const Meteor = 1;',
      },
      options: { symbols },
    });
    expect(result).toBe(1);
  });

  test('implicit globals may be exported', async () => {
    const { result } = await runModules({
      files: {
        'main.js': `
          import { Tasks, other } from './tasks.js';
          const before = [Tasks, other];
          globalThis.Tasks = 2;
          export const result = [...before, Tasks];
          delete globalThis.Tasks;`,
        'tasks.js': 'Tasks = 1; export { Tasks }; export const other = 3;',
      },
    });
    expect(result).toEqual([1, 3, 2]);
  });

  test('files that ask for strict mode get it', async () => {
    const { result } = await runModules({
      files: {
        'main.js':
          "let caught; try { require('./strict.js'); } catch (error) { caught = error.name; } export const result = caught;",
        'strict.js': '"use strict";\nundeclared = 1;',
      },
    });
    expect(result).toBe('ReferenceError');
  });

  test('properties that every object has are no special ones', () => {
    const source = 'module.constructor; import.meta.constructor; module.toString();\n';
    expect(transform(source).code).toContain(source);
  });

  test('a returning module with exports is refused', () => {
    expect(() => transform('export const a = 1;\nif (a) return;\n')).toThrow(
      'a.js:2:8: A module with exports cannot return.',
    );
  });
});

describe('the same input', () => {
  const source = "import x from './x';\nTasks = Meteor.x(x);\nfunction f() { import { a } from './a'; return a(); }\n";

  test('gives the same output', () => {
    expect(transform(source, { symbols })).toEqual(transform(source, { symbols }));
  });

  test('gives the same output after it was analyzed', () => {
    const options = transformOptions('a.js', { symbols });
    const direct = transformModule(source, 'a.js', options);
    const facts = analyzeModule(source, 'a.js', { displayPath: 'a.js', style: 'module' });
    expect(facts.undeclaredWrites).toEqual(['Tasks']);
    expect(transformModule(source, 'a.js', options)).toEqual(direct);
    // What was kept belongs to that text only.
    analyzeModule(source, 'a.js', { displayPath: 'a.js', style: 'module' });
    expect(transformModule('other;', 'a.js', options).facts.freeReads).toEqual(['other']);
  });
});

test('facts', () => {
  const facts = analyzeModule(
    "import a, { b } from './a';\nexport * from './b';\nconst c = require('c');\nlet d = await import('d');\nfree; process.env.X; Assets; other = 1; module.exports = 1;\n{ import './nested'; }",
    'a.js',
    { displayPath: 'a.js', style: 'module' },
  );
  expect(facts).toEqual({
    freeReads: ['Assets', 'free', 'module', 'process', 'require'],
    undeclaredWrites: ['other'],
    topLevelDeclarations: ['a', 'b', 'c', 'd'],
    hasEsModuleSyntax: true,
    hasExports: true,
    hasCommonJs: true,
    hasCommonJsExports: true,
    hasNestedImports: true,
    hasTopLevelAwait: true,
    hasTopLevelReturn: false,
    hasUseStrict: false,
    strictModeProblems: [],
    environmentNames: ['Assets', 'process', 'require', 'module'],
    imports: ['./a', './b', './nested'],
    dynamicImports: ['d'],
    requires: ['c'],
    npmRequires: [],
  });
});
