import { describe, expect, test } from 'vitest';
import { transformModule } from './index.js';
import { runModules, transformOptions } from './testing/run-modules.js';

function transform(source: string, options = {}): string {
  return transformModule(source, 'file.js', transformOptions('file.js', options)).code;
}

const symbols = new Map([
  ['Meteor', 'meteor'],
  ['Mongo', 'mongo'],
]);

describe('exported symbols of packages', () => {
  test('are imported where they are used freely', () => {
    expect(transform('Meteor.startup(() => Mongo);\n', { symbols })).toBe(
      'import { Meteor } from "meteor/meteor";\nimport { Mongo } from "meteor/mongo";\nMeteor.startup(() => Mongo);\n',
    );
  });

  test('a name that the file declares or imports is left alone', () => {
    const source = "import { Meteor } from 'meteor/meteor';\nconst Mongo = 1;\nMeteor.x(Mongo);\n";
    expect(transform(source, { symbols })).toBe(source);
    expect(transform('function f(Meteor) { return Meteor; }\n', { symbols })).toBe(
      'function f(Meteor) { return Meteor; }\n\nexport {};\n',
    );
  });

  test('work with typeof and in every position', async () => {
    const { result } = await runModules({
      files: {
        'main.js': `export const result = [typeof Meteor, typeof Nothing, { Meteor }.Meteor, Meteor.call(), \`\${Meteor.call()}\`];`,
        'meteor/meteor': 'export const Meteor = { call() { return this === Meteor; } };',
      },
      options: { symbols },
    });
    expect(result).toEqual(['object', 'undefined', expect.any(Object), true, 'true']);
  });
});

describe('implicit globals of an app', () => {
  test.each([
    ['Tasks = [1]', 'globalThis.Tasks = [1]'],
    ['Tasks += 1', 'globalThis.Tasks += 1'],
    ['Tasks++', 'globalThis.Tasks++'],
    ['[Tasks, ...Rest] = f()', '[globalThis.Tasks, ...globalThis.Rest] = f()'],
    [
      '({ Tasks, a: Other = 2, ...Rest } = f())',
      '({ Tasks: globalThis.Tasks, a: globalThis.Other = 2, ...globalThis.Rest } = f())',
    ],
    ['({ Tasks = 1 } = f())', '({ Tasks: globalThis.Tasks = 1 } = f())'],
    ['for (Key in o) {}', 'for (globalThis.Key in o) {}'],
    ['for ([Key] of o) {}', 'for ([globalThis.Key] of o) {}'],
    ['Tasks = function () {}', 'globalThis.Tasks = function Tasks () {}'],
  ])('%s', (source, expected) => {
    expect(transform(`${source};\n`)).toBe(`${expected};\n\nexport {};\n`);
  });

  test('function parameters and declared names stay', () => {
    const source = 'let a; var b; function f(c) { a = b = c = 1; }\n';
    expect(transform(source)).toBe(`${source}\nexport {};\n`);
  });

  test('one file writes, another reads', async () => {
    const { result } = await runModules({
      files: {
        'main.js':
          "import './write.js';\nexport const result = [Tasks, typeof Tasks, Named.name];\ndelete globalThis.Tasks;",
        'write.js': 'Tasks = [1];\nNamed = () => {};',
        'other.js': 'const Tasks = 5; export { Tasks };',
      },
    });
    expect(result).toEqual([[1], 'object', 'Named']);
  });
});

describe('package scope', () => {
  test('is shared by the files of a package, live in both directions', async () => {
    const { result } = await runModules({
      files: {
        'main.js': "import './a.js';\nimport './b.js';\nexport const result = [Shared, Counter, typeof Late];",
        'a.js': 'Shared = { a: 1 };\nCounter = 0;\nincrement = function () { Counter++; };',
        'b.js': 'increment(); increment(); Shared.b = Counter; var local = 1; Late = undefined;',
      },
      options: { owner: { kind: 'package', name: 'x' }, style: 'linked' },
    });
    expect(result).toEqual([{ a: 1, b: 2 }, 2, 'undefined']);
    expect('Shared' in globalThis).toBe(false);
  });
});

test('Npm and Assets come from the context of the package', () => {
  expect(
    transform("const x = Npm.require('x'); Assets.getText('a');\n", { owner: { kind: 'package', name: 'p' } }),
  ).toBe(
    "import { Npm, Assets } from \"bolide:package-context/p\";\nconst x = Npm.require('x'); Assets.getText('a');\n",
  );
  expect(transform('Assets;\n')).toBe('import { Assets } from "bolide:package-context";\nAssets;\n');
});

test('a file without module syntax becomes a module', async () => {
  const { result } = await runModules({
    files: {
      'main.js': "import './plain.js';\nexport const result = globalThis.fromPlain;",
      'plain.js': 'fromPlain = await 5;',
    },
  });
  expect(result).toBe(5);
});
