import { describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { buildServer, runBundle, runForJson } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';

const printed = (expression: string): string =>
  `globalThis.main = async () => { console.log(JSON.stringify(await (${expression}))); return 0; };\n`;

/** Builds an app with packages and expects what its `main` prints from both runtimes. */
async function expectPrinted(
  packages: readonly string[],
  files: Record<string, string>,
  expected: unknown,
): Promise<string> {
  const bundle = await buildServer(await makeApp(files, packages));
  for (const runtime of runtimes) expect(await runForJson(bundle, runtime), runtime.name).toEqual(expected);
  return bundle;
}

const describePackage = (name: string, onUse: string, version = '1.0.0'): string =>
  `Package.describe({ name: '${name}', version: '${version}', summary: 'A test' });\nPackage.onUse(function (api) {\n${onUse}\n});\n`;

describe('source packages', () => {
  test('the old kind: files share a scope, see imports as free names, export live variables', () =>
    expectPrinted(
      ['meteor', 'counting', 'reading'],
      {
        'packages/counting/package.js': describePackage(
          'counting',
          "api.use('meteor'); api.addFiles(['state.js', 'api.js']); api.export(['Count', 'Counting']);",
        ),
        'packages/counting/state.js': 'Count = 0;\nvar fileLocal = 1;\nshared = { step: 2 };\n',
        'packages/counting/api.js': `
          Counting = {
            increment: function () { Count += shared.step; return Count; },
            local: typeof fileLocal,
            server: Meteor.isServer,
            self: this === globalThis,
          };
          [shared.a, Other] = [1, 2];
          ({ x: shared.b } = { x: 3 });
        `,
        'packages/reading/package.js': describePackage(
          'reading',
          "api.use('counting'); api.addFiles('read.js'); api.export('Reading');",
        ),
        'packages/reading/read.js': 'Reading = { now: function () { return Count; }, other: typeof Other };\n',
        'server/main.js': printed(`(() => {
          const before = [Count, Reading.now()];
          Counting.increment();
          return { before, after: [Count, Reading.now()], local: Counting.local, server: Counting.server, self: Counting.self,
                   hidden: [typeof shared, Reading.other], registry: Package.counting.Count };
        })()`),
      },
      {
        before: [0, 0],
        after: [2, 2],
        local: 'undefined',
        server: true,
        self: true,
        hidden: ['undefined', 'undefined'],
        registry: 2,
      },
    ));

  test('bare files share their declarations', () =>
    expectPrinted(
      ['meteor', 'bare'],
      {
        'packages/bare/package.js': describePackage(
          'bare',
          "api.addFiles('one.js', 'server', { bare: true }); api.addFiles('two.js', 'server'); api.export('Answer');",
        ),
        'packages/bare/one.js': 'var base = 40;\nfunction add(n) { return base + n; }\n',
        'packages/bare/two.js': 'Answer = add(2);\n',
        'server/main.js': printed('Answer'),
      },
      42,
    ));

  test('modules: main module, package-scope variables beside exports, files of others by path', () =>
    expectPrinted(
      ['meteor', 'modular'],
      {
        'packages/modular/package.js': describePackage(
          'modular',
          "api.use('ecmascript'); api.addFiles('early.js', 'server'); api.mainModule('main.js', 'server'); api.export(['Scoped', 'named'], 'server');",
        ),
        'packages/modular/early.js': "Scoped = { from: 'early' };\n",
        'packages/modular/main.js':
          "import helper from './lib/helper';\nexport const named = helper + Scoped.from;\nexport default class Thing {}\n",
        'packages/modular/lib/helper.ts': "export default 'helper ' as string;\n",
        'server/main.js': `
          import Thing, { named as again } from 'meteor/modular';
          import helper from 'meteor/modular/lib/helper';
          ${printed('[named, again === named, Scoped.from, Thing.name, helper]')}
        `,
      },
      ['helper early', true, 'early', 'Thing', 'helper '],
    ));

  test('a package that passes on what an npm package is', () =>
    expectPrinted(
      ['meteor', 'underscore', 'passing'],
      {
        'packages/passing/package.js': describePackage(
          'passing',
          "api.use('ecmascript'); api.mainModule('main.js'); api.export(['whole', 'part', 'again']);",
        ),
        'packages/passing/main.js':
          "import again from 'common';\nexport { default as whole, part } from 'common';\nexport { again };\n",
        'node_modules/common/package.json': '{ "name": "common", "version": "1.0.0" }',
        'node_modules/common/index.js': 'module.exports = function whole() { return 1; };\nmodule.exports.part = 2;\n',
        'server/main.js': printed('[whole(), part, again === whole, _.last([1, 3]), Package.passing.part]'),
      },
      [1, 2, true, 3, 2],
    ));

  test('imply, weak and unordered uses, circles by live bindings', () =>
    expectPrinted(
      ['meteor', 'front', 'left'],
      {
        'packages/front/package.js': describePackage('front', "api.imply('back');"),
        'packages/back/package.js': describePackage('back', "api.addFiles('back.js'); api.export('Back');"),
        'packages/back/back.js': "Back = 'back';\n",
        'packages/left/package.js': describePackage(
          'left',
          "api.use('ecmascript'); api.use('right', { unordered: true }); api.use('absent', { weak: true }); api.mainModule('left.js'); api.export('Left');",
        ),
        'packages/left/left.js':
          "import { Right } from 'meteor/right';\nexport const Left = { name: 'left', seen: () => Right.name, weak: () => typeof Package.absent };\n",
        'packages/right/package.js': describePackage(
          'right',
          "api.use('ecmascript'); api.use('left'); api.mainModule('right.js'); api.export('Right');",
        ),
        'packages/right/right.js':
          "import { Left } from 'meteor/left';\nexport const Right = { name: 'right', seen: () => Left.name };\n",
        'server/main.js': printed('[Back, Left.seen(), Package.right.Right.seen(), Left.weak()]'),
      },
      ['back', 'right', 'left', 'undefined'],
    ));

  test('sloppy code that no strict module can hold, and imports that a package assigns to', () =>
    expectPrinted(
      ['meteor', 'sloppy', 'changing'],
      {
        'packages/sloppy/package.js': describePackage(
          'sloppy',
          "api.addFiles(['with.js', 'octal.js']); api.export(['Sloppy', 'Octal']);",
        ),
        'packages/sloppy/with.js':
          'var box = { inside: 1 };\nSloppy = { read: function () { with (box) { return inside; } }, owner: Assets && typeof Assets.getText };\n',
        'packages/sloppy/octal.js': 'var text = 5;\ndelete text;\nOctal = 010 + arguments.length * 0;\n'.replace(
          ' + arguments.length * 0',
          '',
        ),
        'packages/changing/package.js': describePackage(
          'changing',
          "api.use('sloppy'); api.addFiles('changing.js'); api.export('Changed');",
        ),
        'packages/changing/changing.js': 'var before = Octal;\nOctal = 9;\nChanged = [before, Octal];\n',
        'server/main.js': printed('[Sloppy.read(), Sloppy.owner, Octal, Changed]'),
      },
      [1, 'function', 8, [8, 9]],
    ));

  test('Npm and Assets are each package’s own, at any time and at the same time', () =>
    expectPrinted(
      ['meteor', 'one', 'two'],
      {
        ...Object.fromEntries(
          ['one', 'two'].flatMap((name) => [
            [
              `packages/${name}/package.js`,
              `${describePackage(
                name,
                `api.use('ecmascript'); api.mainModule('main.js', 'server'); api.addAssets('text.txt', 'server'); api.export('${name}');`,
              )}Npm.depends({ depended: '1.0.0' });\n`,
            ],
            [
              `packages/${name}/main.js`,
              `export const ${name} = async () => {
              const before = Assets.getText('text.txt');
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
              let missing;
              try { Npm.require('never-heard-of'); } catch (error) { missing = error.message; }
              return [before, await Assets.getTextAsync('text.txt'), Npm.require('depended'), Npm.require('depended/sub'),
                      Npm.require('depended/package.json').version, typeof Npm.require('node:fs').readFile, typeof Npm.require('path').join, missing.includes("'${name}' package")];
            };\n`,
            ],
            [`packages/${name}/text.txt`, `text of ${name}`],
          ]),
        ),
        'node_modules/depended/package.json':
          '{ "name": "depended", "version": "1.0.0", "exports": { ".": "./index.js", "./sub": "./sub.js" } }',
        'node_modules/depended/index.js': 'module.exports = "depended";\n',
        'node_modules/depended/sub.js': 'module.exports = "sub";\n',
        'server/main.js': printed('Promise.all([one(), two(), one()])'),
      },
      ['one', 'two', 'one'].map((name) => [
        `text of ${name}`,
        `text of ${name}`,
        'depended',
        'sub',
        '1.0.0',
        'function',
        'function',
        true,
      ]),
    ));

  test('an unknown asset and an unknown npm package say whose they are', async () => {
    const app = await makeApp(
      {
        'packages/asking/package.js': describePackage(
          'asking',
          "api.use('ecmascript'); api.mainModule('main.js', 'server'); api.export('ask');",
        ),
        'packages/asking/main.js':
          "export const ask = { asset: () => Assets.getText('nothing.txt'), npm: () => Npm.require('nothing') };\n",
        'server/main.js': printed(
          "['asset', 'npm'].map((what) => { try { ask[what](); } catch (error) { return error.message; } })",
        ),
      },
      ['meteor', 'asking'],
    );
    const bundle = await buildServer(app);
    for (const runtime of runtimes) {
      const [asset, npm] = (await runForJson(bundle, runtime)) as string[];
      expect(asset).toMatch(/Unknown asset: nothing\.txt/);
      expect(asset).toMatch(/asking/);
      expect(npm).toBe(
        "Cannot find module \"nothing\". Did you forget to call 'Npm.depends' in package.js within the 'asking' package?",
      );
    }
  });

  test('two functions named main are refused at start', async () => {
    const app = await makeApp(
      {
        'packages/other/package.js': describePackage('other', "api.addFiles('main.js'); api.export('main');"),
        'packages/other/main.js': 'main = function () { return 0; };\n',
        'server/main.js': 'globalThis.main = () => 0;\n',
      },
      ['meteor', 'other'],
    );
    const bundle = await buildServer(app);
    for (const runtime of runtimes) {
      const { code, stderr } = await runBundle(bundle, runtime);
      expect(code).toBe(1);
      expect(stderr).toMatch(/more than one main/);
    }
  });
});
