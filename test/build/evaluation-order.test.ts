import { describe, test } from 'vitest';
import { expectResults, npmManifest } from '../support/results.js';

const logs = (name: string, ...imports: string[]): string =>
  `${imports.map((specifier) => `import ${JSON.stringify(specifier)};\n`).join('')}(globalThis.order ??= []).push(${JSON.stringify(name)});\n`;

const esModule = (name: string, text: string): Record<string, string> => ({
  [`${name}/package.json`]: npmManifest(name, { type: 'module', exports: './index.js' }),
  [`${name}/index.js`]: text,
});

describe('the order of evaluation is that of the imports', () => {
  test('npm code of all kinds runs between the app’s modules, also where code that is loaded later shares it', () =>
    expectResults(
      `import './first';
       import 'common';
       import 'modern';
       import './second';
       import 'pure';
       import 'last';
       results.order = order;
       globalThis.load = () => import('./lazy');`,
      { order: ['first', 'common', 'shared', 'modern', 'second', 'pure', 'last'] },
      {
        files: {
          'server/first.js': logs('first'),
          'server/second.js': logs('second', 'shared'),
          'server/lazy.js': logs('lazy', 'shared', 'modern', 'pure', 'common', './second'),
        },
        npm: {
          'common/package.json': npmManifest('common'),
          'common/index.js': '"use strict"; order.push("common");',
          ...esModule('modern', logs('modern', 'shared')),
          ...esModule('shared', logs('shared')),
          ...esModule('last', logs('last', 'pure')),
          'pure/package.json': npmManifest('pure', { type: 'module', exports: './index.js', sideEffects: false }),
          'pure/index.js': `${logs('pure')}export default 1;`,
          'last/index.js': `import pure from 'pure';\norder.push('last');\nglobalThis.pure = pure;`,
        },
      },
    ));

  test('a module that is waited for at the top level shares modules with the one that waits', () =>
    expectResults(
      `import { a } from './a';
       const { lazy } = await import('./lazy');
       import { b } from './b';
       Object.assign(results, { a, b, lazy, again: (await import('./a')).a, order });`,
      { a: 'a', b: 'b', lazy: 'aclazy', again: 'a', order: ['a', 'b', 'c', 'lazy'] },
      {
        files: {
          'server/a.js': `${logs('a')}export const a = 'a';`,
          'server/b.js': `${logs('b')}export const b = await Promise.resolve('b');`,
          'server/c.js': `import { a } from './a';\n${logs('c')}export const c = a + 'c';`,
          'server/lazy.js': `import { c } from './c';\nimport './a';\n${logs('lazy')}export const lazy = c + 'lazy';`,
        },
      },
    ));

  test('modules that several import() calls share', () =>
    expectResults(
      `globalThis.order = [];
       const one = await import('./one');
       const two = await import('./two');
       await import('./three');
       Object.assign(results, { order, same: one.shared === two.shared });`,
      { order: ['before one', 'modern', 'shared', 'one', 'before two', 'two', 'three common'], same: true },
      {
        files: {
          'server/one.js': `${logs('one', './before-one', 'modern')}export { shared } from './shared';`,
          'server/two.js': `${logs('two', './before-two')}import { shared } from './shared';\nimport 'modern';\nexport { shared };`,
          'server/three.js': `import './two';\nimport common from 'common';\norder.push('three ' + common);`,
          'server/shared.js': `${logs('shared')}export const shared = {};`,
          'server/before-one.js': logs('before one'),
          'server/before-two.js': logs('before two'),
        },
        npm: {
          ...esModule('modern', logs('modern')),
          'common/package.json': npmManifest('common'),
          'common/index.js': 'module.exports = "common";',
        },
      },
    ));

  test('a file that is loaded later may have the name of the app’s main file', () =>
    expectResults(
      `results.name = (await import('/imports/page/main')).name;`,
      { name: 'page' },
      { files: { 'imports/page/main.js': "export const name = 'page';" } },
    ));
});
