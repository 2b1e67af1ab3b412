import { describe, test } from 'vitest';
import { expectResults, npmManifest } from '../support/results.js';

const npm: Record<string, string> = {
  'was-module/package.json': npmManifest('was-module'),
  'was-module/index.js':
    '"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.default = "default"; exports.named = "named";',
  'without-default/package.json': npmManifest('without-default'),
  'without-default/index.js':
    '"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.named = "named";',
  'a-function/package.json': npmManifest('a-function'),
  'a-function/index.js': 'module.exports = function () { return "called"; };\nmodule.exports.property = "property";',
  'uses-this/package.json': npmManifest('uses-this'),
  'uses-this/index.js': 'this.own = this === module.exports;',
  'in-a-circle/package.json': npmManifest('in-a-circle'),
  'in-a-circle/index.js': 'exports.early = 1;\nexports.other = require("./other");\nexports.late = 2;',
  'in-a-circle/other.js': 'const index = require("./index");\nexports.seen = [index.early, index.late === undefined];',
  'returns/package.json': npmManifest('returns'),
  'returns/index.js': '#!/usr/bin/env node\nexports.before = 1;\nif (true) return;\nexports.after = 2;',
  'windows/package.json': npmManifest('windows'),
  'windows/index.js': '\uFEFFmodule.exports = [require("./small.json").text, require("./large.json").length];',
  'windows/small.json': '\uFEFF{ "text": "small" }',
  'windows/large.json': `\uFEFF${JSON.stringify(Array(2000).fill('large'))}`,
  'modern/package.json': npmManifest('modern', { type: 'module', exports: './index.js' }),
  // In an ES module package the default import of CommonJS code is all of it, as in Node.
  'modern/index.js': "import all from 'was-module';\nexport const seen = Object.keys(all);\nexport default 'modern';",
};

const main = `
  import preset, { named } from 'was-module';
  import * as namespace from 'was-module';
  import withoutDefault, { named as alone } from 'without-default';
  import called, { property } from 'a-function';
  import usesThis from 'uses-this';
  import circle from 'in-a-circle';
  import returns from 'returns';
  import windows from 'windows';
  import modern, { seen } from 'modern';
  import data, { key } from './data.json';
  import typed from './data.json' with { type: 'json' };
  export * from 'was-module';
  Object.assign(results, {
    preset, named, namespace: Object.keys(namespace).sort(), withoutDefault, alone, called: called(), property, usesThis,
    circle: circle.other.seen, returns, windows, modern, seen, data, key, typed: typed.key, required: require('was-module').default,
    requiredModern: require('modern').default, dynamic: (await import('was-module')).default, lazyFunction: (await import('a-function')).default(),
  });
`;

const expected = {
  preset: 'default',
  named: 'named',
  namespace: ['default', 'named'],
  withoutDefault: { named: 'named' },
  alone: 'named',
  called: 'called',
  property: 'property',
  usesThis: { own: true },
  circle: [1, true],
  returns: { before: 1 },
  windows: ['small', 2000],
  modern: 'modern',
  seen: ['default', 'named'],
  data: { key: 'value' },
  key: 'value',
  typed: 'value',
  required: 'default',
  requiredModern: 'modern',
  dynamic: 'default',
  lazyFunction: 'called',
};

describe('what imports of npm packages give', () => {
  test.each([undefined, 'module'])('in an app with "type": %j', async (type) => {
    await expectResults(main, expected, {
      npm,
      packageJson: { type },
      files: { 'server/data.json': '{ "key": "value" }' },
    });
  });

  test('style sheets are nothing on the server, images their URL', async () => {
    await expectResults(
      `import './style.css';
       import classes from './style.module.scss';
       import widget from 'widget';
       import image from '/imports/image.png';
       Object.assign(results, { classes: classes.none === undefined, widget, image });`,
      { classes: true, widget: 'widget', image: '/6105d6cc76af4003.png' },
      {
        files: {
          'server/style.css': 'a {}',
          'server/style.module.scss': 'a { b {} }',
          'imports/image.png': 'image',
        },
        npm: {
          'widget/package.json': npmManifest('widget'),
          'widget/index.js': 'require("./widget.css");\nmodule.exports = "widget";',
          'widget/widget.css': 'a {}',
        },
      },
    );
  });

  test('packages that are to be compiled as the app is', () =>
    expectResults(
      `import { tree, url } from 'recompiled';\nObject.assign(results, { tree, url: url.startsWith('file:') });`,
      { tree: ['p', 'text'], url: true },
      {
        npm: {
          'recompiled/package.json': npmManifest('recompiled'),
          'recompiled/index.js': `/** @jsxRuntime classic */
            /** @jsx element */
            const element = (name, attributes, ...children) => [name, ...children];
            export const tree = <p>text</p>;
            export const url = import.meta.url;`,
        },
        packageJson: {
          meteor: { mainModule: { server: 'server/main.js' }, nodeModules: { recompile: { recompiled: 'server' } } },
        },
      },
    ));

  test('files that a package’s exports hide, for the app, as in Meteor', () =>
    expectResults(
      `import shown from 'hides/feature/x';
       import hidden from 'hides/deep/y';
       import outside from 'hides-outside/deep';
       Object.assign(results, { shown, hidden, outside, version: require('hides/package.json').version });`,
      { shown: 'x', hidden: 'y', outside: 'deep.js', version: '1.0.0' },
      {
        npm: {
          'hides/package.json': npmManifest('hides', { exports: { './feature/*': './lib/*.js' } }),
          'hides/lib/x.js': 'module.exports = "x";',
          'hides/deep/y.js': 'module.exports = "y";',
          'hides-outside/package.json': npmManifest('hides-outside', { exports: './index.js' }),
          'hides-outside/deep.js': '"use strict";\nmodule.exports = require("path").basename(__filename);',
        },
      },
    ));

  test('the conditions of export maps are Node’s, on both runtimes', () =>
    expectResults(
      `import imported from 'conditions';
       Object.assign(results, { imported, required: require('conditions').default, other: require('others') });`,
      { imported: 'node import', required: 'node require', other: 'default' },
      {
        npm: {
          'conditions/package.json': npmManifest('conditions', {
            exports: {
              browser: './no.mjs',
              bun: './no.mjs',
              node: { module: './no.mjs', import: './a.mjs', require: './b.cjs' },
            },
          }),
          'conditions/a.mjs': 'export default "node import";',
          'conditions/b.cjs': 'exports.default = "node require";',
          'others/package.json': npmManifest('others', {
            exports: { development: './no.js', deno: './no.js', worker: './no.js', default: './d.js' },
          }),
          'others/d.js': 'module.exports = "default";',
        },
      },
    ));
});
