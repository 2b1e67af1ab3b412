import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BuildError } from '../build-error.js';
import { type ReadOptions, readProject } from './read-project.js';
import { writeFiles } from './testing/write-files.js';
import type { PackageCatalog, SourcePackage } from './types.js';

export const catalog: PackageCatalog = JSON.parse(
  readFileSync(new URL('../../../meteor/meteor-packages.json', import.meta.url), 'utf8'),
).packages;

const options: ReadOptions = { catalog, arches: ['os', 'web.browser'], mode: 'production' };

test('an app with main modules, platform packages and a local package', async () => {
  const directory = writeFiles({
    '.meteor/packages': 'meteor-base # all\nejson@1.1.0\nme:thing\n',
    '.meteor/versions': 'ejson@1.1.4\n',
    '.meteor/release': 'METEOR@3.4\n',
    '.meteor/platforms': 'server\nbrowser\n',
    '.meteor/.id': '# comment\n\nabc123\n',
    'package.json': {
      json: { name: 'shop', meteor: { mainModule: { client: 'client/main.js', server: 'server/main.js' } } },
    },
    'client/main.js': '',
    'server/main.js': '',
    'packages/thing/package.js': `
      Package.describe({ name: 'me:thing', version: '1.2.3' });
      Package.onUse(function (api) {
        api.use('ecmascript');
        api.use(['random@1.0.0', 'check'], 'server');
        api.mainModule('thing.js');
        api.export('Thing', 'server');
      });`,
    'packages/thing/thing.js': '',
  });
  const project = await readProject(directory, options);
  expect(project.name).toBe('shop');
  expect(project.release).toBe('METEOR@3.4');
  expect(project.appId).toBe('abc123');
  expect(project.sources.os).toEqual({
    main: join(directory, 'server/main.js'),
    eager: [],
    bare: [],
    html: [],
    styles: [],
    tests: [],
  });
  expect(project.sources['web.browser'].main).toBe(join(directory, 'client/main.js'));
  const names = project.packages.map(({ name }) => name);
  expect(names).toContain('webapp');
  expect(names.indexOf('random')).toBeLessThan(names.indexOf('me:thing'));
  const thing = project.packages.find(({ name }) => name === 'me:thing') as SourcePackage;
  expect(thing).toMatchObject({ kind: 'source', version: '1.2.3', modular: true });
  expect(thing.mainModules).toEqual([
    {
      file: join(directory, 'packages/thing/thing.js'),
      arches: ['os', 'web.browser', 'web.browser.legacy', 'web.cordova'],
      lazy: false,
    },
  ]);
  expect(project.warnings).toEqual([]);
});

describe('bad input', () => {
  test('unknown package', async () => {
    const directory = writeFiles({ '.meteor/packages': 'meteor-base\nme:gone\n' });
    const error = await readProject(directory, options).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(BuildError);
    expect(error).toMatchObject({ message: 'Unknown package: me:gone' });
    expect((error as BuildError).detail).toContain('.meteor/packages:2');
  });
});
