import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type ReadOptions, readProject } from './read-project.js';
import { removeWrittenFiles, writeFiles } from './testing/write-files.js';
import type { PackageCatalog, Project, SourcePackage } from './types.js';

afterAll(removeWrittenFiles);

const catalog: PackageCatalog = JSON.parse(
  readFileSync(new URL('../../../meteor/meteor-packages.json', import.meta.url), 'utf8'),
).packages;

type Files = Parameters<typeof writeFiles>[0];

function read(files: Files, changes: Partial<ReadOptions> = {}): Promise<Project> {
  return readProject(writeFiles(files), { catalog, arches: ['os', 'web.browser'], mode: 'production', ...changes });
}

const names = (project: Project) => project.packages.map(({ name }) => name);

function source(project: Project, name: string): SourcePackage {
  const found = project.packages.find((candidate) => candidate.name === name);
  if (found?.kind !== 'source') throw new Error(`no source package ${name}`);
  return found;
}

/** A package.js with the given name and statements in its `onUse`. */
function script(name: string, statements = '', more: Record<string, unknown> = {}): string {
  return `Package.describe(${JSON.stringify({ name, ...more })});\nPackage.onUse(function (api) {\n${statements}\n});`;
}

test('an app with main modules, built-in packages and a package of its own', async () => {
  const directory = writeFiles({
    '.meteor/packages': 'meteor-base # all\nejson@1.1.0\nme:thing\nstatic-html\n',
    '.meteor/versions': 'ejson@1.1.4\n',
    '.meteor/release': 'METEOR@3.4\n',
    '.meteor/platforms': 'server\nbrowser\n',
    '.meteor/.id': '# comment\n\nabc123\n',
    'package.json': {
      json: { name: 'shop', meteor: { mainModule: { client: 'client/main.js', server: 'server/main.js' } } },
    },
    'client/main.js': '',
    'client/main.html': '',
    'client/main.css': '',
    'server/main.js': '',
    'server/other.js': '',
    'private/a/data.txt': '',
    'public/favicon.ico': '',
    'packages/thing/package.js': script(
      'me:thing',
      `api.use('ecmascript');
       api.use(['random@1.0.0', 'meteor-base'], 'server');
       api.use('session', { weak: true });
       api.imply('check', 'client');
       api.mainModule('thing.js');
       api.addFiles('style.css');
       api.addFiles('data.json', 'server');
       api.addFiles('types.d.ts');
       api.addAssets(['folder', 'logo.png'], 'server');
       api.addAssets('logo.png', 'client');
       api.export('Thing', 'server');`,
      { version: '1.2.3', summary: 'Things' },
    ),
    'packages/thing/thing.js': '',
    'packages/thing/style.css': '',
    'packages/thing/data.json': '{}',
    'packages/thing/folder/b.txt': '',
    'packages/thing/folder/a.txt': '',
    'packages/thing/logo.png': '',
    'packages/not-a-package/index.js': '',
  });
  const project = await readProject(directory, { catalog, arches: ['os', 'web.browser'], mode: 'production' });
  const path = (below: string) => join(directory, below);

  expect(project).toMatchObject({
    directory,
    name: 'shop',
    release: 'METEOR@3.4',
    appId: 'abc123',
    platforms: ['server', 'browser'],
    assets: { 'a/data.txt': path('private/a/data.txt') },
    publicFiles: { 'favicon.ico': path('public/favicon.ico') },
    warnings: [],
  });
  const none = { main: undefined, eager: [], bare: [], html: [], styles: [], tests: [] };
  expect(project.sources).toEqual({
    os: { ...none, main: path('server/main.js') },
    'web.browser': {
      ...none,
      main: path('client/main.js'),
      html: [path('client/main.html')],
      styles: [path('client/main.css')],
    },
    'web.browser.legacy': none,
    'web.cordova': none,
  });

  expect(project.listedByApp).toEqual(['meteor', 'webapp', 'ddp', 'autoupdate', 'reload', 'ejson', 'me:thing']);
  expect(project.visibleToApp).toEqual(expect.arrayContaining(['ddp-client', 'ddp-server', 'check']));
  expect(project.visibleToApp).not.toContain('random');
  expect(names(project)).toContain('routepolicy');
  expect(names(project)).not.toContain('session');
  expect(names(project)).not.toContain('static-html');
  const order = names(project);
  expect(order.indexOf('random')).toBeLessThan(order.indexOf('me:thing'));
  expect(order.indexOf('routepolicy')).toBeLessThan(order.indexOf('webapp'));
  expect(project.loadOrder.os).toHaveLength(order.length);
  expect(project.packages.find(({ name }) => name === 'ejson')).toEqual({
    kind: 'platform',
    name: 'ejson',
    version: '1.1.4',
    client: ['EJSON'],
    server: ['EJSON'],
    implies: [],
  });

  const all = ['os', 'web.browser', 'web.browser.legacy', 'web.cordova'];
  const clients = all.slice(1);
  const thing = source(project, 'me:thing');
  expect(thing).toMatchObject({
    version: '1.2.3',
    summary: 'Things',
    directory: path('packages/thing'),
    conditional: false,
    modular: true,
    modularArches: all,
    implies: [{ name: 'check', arches: clients }],
    exports: [{ name: 'Thing', arches: ['os'], testOnly: false }],
    mainModules: [{ file: path('packages/thing/thing.js'), arches: all, lazy: false }],
    files: [
      { file: path('packages/thing/style.css'), arches: clients, bare: false, lazy: false },
      { file: path('packages/thing/data.json'), arches: ['os'], bare: false, lazy: true },
    ],
    assets: [
      { key: 'folder/a.txt', file: path('packages/thing/folder/a.txt'), arches: ['os'] },
      { key: 'folder/b.txt', file: path('packages/thing/folder/b.txt'), arches: ['os'] },
      { key: 'logo.png', file: path('packages/thing/logo.png'), arches: all },
    ],
    npmDependencies: {},
  });
  expect(thing.uses.map(({ name, arches }) => [name, arches.length])).toEqual([
    ['meteor', 4],
    ['random', 1],
    ['meteor', 1],
    ['webapp', 1],
    ['ddp', 1],
    ['autoupdate', 1],
    ['reload', 1],
  ]);
  expect(thing.uses.find(({ name }) => name === 'random')?.constraint).toBe('1.0.0');
  expect(project.inputs).toEqual(
    expect.arrayContaining(
      ['package.json', '.meteor/packages', 'client', 'private/a', 'packages', 'packages/thing/package.js'].map(path),
    ),
  );
});

test('no main module: eager loading per side', async () => {
  const project = await read({
    '.meteor/packages': 'meteor\nless\n',
    'a.js': '',
    'lib/z.ts': '',
    'client/view.html': '',
    'client/view.less': '',
    'client/view.js': '',
    'client/compatibility/old.js': '',
    'server/main.js': '',
    'server/start.js': '',
    'imports/lazy.js': '',
    'a.tests.js': '',
    '.meteorignore': 'ignored.js',
    'ignored.js': '',
  });
  const below = (paths: readonly string[]) => paths.map((path) => path.slice(project.directory.length + 1));
  expect(below(project.sources.os.eager)).toEqual(['lib/z.ts', 'server/start.js', 'a.js', 'server/main.js']);
  const client = project.sources['web.browser'];
  expect(below(client.eager)).toEqual(['lib/z.ts', 'client/compatibility/old.js', 'client/view.js', 'a.js']);
  expect(below(client.bare)).toEqual(['client/compatibility/old.js']);
  expect(below(client.html)).toEqual(['client/view.html']);
  expect(below(client.styles)).toEqual(['client/view.less']);
});

test("like Meteor's minimal skeleton", async () => {
  const project = await read({
    '.meteor/packages':
      'meteor   # Shared\nstatic-html\nstandard-minifier-js\necmascript\nwebapp\nddp\nserver-render\n~prototype~\n',
    '.meteor/platforms': 'server\nbrowser\n',
    'package.json': {
      json: {
        name: '~name~',
        meteor: { mainModule: { client: 'client/main.js', server: 'server/main.js' }, testModule: 'tests/main.js' },
      },
    },
    'client/main.js': '',
    'client/main.html': '',
    'server/main.js': '',
    'tests/main.js': '',
  });
  expect(project.name).toBe(basename(project.directory));
  expect(project.release).toBeUndefined();
  expect(project.warnings).toEqual([expect.stringContaining('~prototype~')]);
  expect(names(project)).toEqual(
    expect.arrayContaining(['meteor', 'webapp', 'ddp-client', 'ddp-server', 'server-render']),
  );
});

describe('an app without .meteor', () => {
  test('has what meteor-base stands for and what it imports', async () => {
    const project = await read({
      'package.json': {
        json: { meteor: { mainModule: { server: 'main.ts', client: false } }, dependencies: { sass: '1' } },
      },
      'main.ts': "import { check } from 'meteor/check';",
      'imports/deep.js': "function f() { return require('meteor/session'); }",
      'client/style.scss': '',
      'client/style.less': '',
    });
    expect(names(project)).toEqual(expect.arrayContaining(['meteor', 'webapp', 'ddp', 'check', 'session']));
    expect(project.visibleToApp).toContain('check');
    expect(project.platforms).toEqual(['server', 'browser']);
    expect(project.sources['web.browser'].styles.map((file) => basename(file))).toEqual(['style.scss']);
  });

  test('may have a .meteor folder for local data', async () => {
    const project = await read({ '.meteor/local/db': '', 'package.json': { json: { meteor: {} } }, 'a.js': '' });
    expect(project.sources.os.eager).toEqual([join(project.directory, 'a.js')]);
  });

  test('names the file that imports an unknown package', async () => {
    await expect(
      read({ 'package.json': { json: { meteor: {} } }, 'imports/a.js': "import 'meteor/me:gone'" }),
    ).rejects.toMatchObject({ message: 'Unknown package: me:gone', detail: expect.stringContaining('imports/a.js') });
  });
});

describe('where packages come from', () => {
  test('the app first, then METEOR_PACKAGE_DIRS in order, then the built-in ones', async () => {
    const shared = writeFiles({
      'one/package.js': script('me:one', '', { version: '2.0.0' }),
      'two/package.js': script('me:two', '', { version: '2.0.0' }),
      'random/package.js': script('random', '', { version: '9.0.0' }),
      'broken/package.js': 'throw new Error("not used");',
    });
    const single = writeFiles({ 'package.js': script('me:two', '', { version: '3.0.0' }) });
    const project = await read(
      {
        '.meteor/packages': 'meteor\nme:one\nme:two\nrandom\nno-describe\n',
        'packages/one/package.js': script('me:one', '', { version: '1.0.0' }),
        'packages/no-describe/package.js': 'Package.onUse(function (api) {});',
      },
      { packageDirectories: [shared, single] },
    );
    expect(source(project, 'me:one').version).toBe('1.0.0');
    expect(source(project, 'me:two').version).toBe('2.0.0');
    expect(source(project, 'random').version).toBe('9.0.0');
    expect(source(project, 'no-describe').version).toBeUndefined();
    expect(project.warnings).toEqual([
      'Source packages take the place of the built-in random; other built-in packages still use the built-in ones.',
    ]);
  });

  test('a package.js in METEOR_PACKAGE_DIRS that fails is an error when it is used', async () => {
    const shared = writeFiles({ 'broken/package.js': '\nthrow new Error("oh");' });
    await expect(read({ '.meteor/packages': 'me:broken\n' }, { packageDirectories: [shared] })).rejects.toThrow(
      'package.js:2: Error: oh',
    );
    await expect(read({ '.meteor/packages': 'me:gone\n' }, { packageDirectories: [shared] })).rejects.toMatchObject({
      message: 'Unknown package: me:gone',
      detail: expect.stringContaining('passed over: '),
    });
  });

  test('a relative folder of METEOR_PACKAGE_DIRS is below the app', async () => {
    const project = await read(
      { '.meteor/packages': 'meteor\nx\n', 'more/x/package.js': script('x') },
      { packageDirectories: ['more'] },
    );
    expect(source(project, 'x').directory).toBe(join(project.directory, 'more/x'));
  });

  test('a folder that is not there', async () => {
    await expect(read({ '.meteor/packages': 'meteor\n' }, { packageDirectories: ['gone'] })).rejects.toThrow(
      'METEOR_PACKAGE_DIRS names gone, which is not a folder',
    );
  });

  test('two packages of one name', async () => {
    const two = { 'packages/a/package.js': script('x'), 'packages/b/package.js': script('x') };
    await expect(read({ '.meteor/packages': 'meteor\n', ...two })).rejects.toThrow(
      'packages/a/package.js and packages/b/package.js both describe the package x',
    );
    const shared = writeFiles({ 'a/package.js': script('x'), 'b/package.js': script('x') });
    const unused = await read({ '.meteor/packages': 'meteor\n' }, { packageDirectories: [shared] });
    expect(names(unused)).toEqual(['meteor']);
    await expect(read({ '.meteor/packages': 'x\n' }, { packageDirectories: [shared] })).rejects.toThrow(
      'both describe the package x',
    );
  });
});

describe('debugOnly and the like', () => {
  const files: Files = {
    '.meteor/packages': 'meteor\nd\np\nt\ndev\nuser\n',
    'packages/d/package.js': script('d', "api.use('base64'); api.export('D');", { debugOnly: true }),
    'packages/p/package.js': script('p', '', { prodOnly: true }),
    'packages/t/package.js': script('t', '', { testOnly: true }),
    'packages/dev/package.js': script('dev', '', { devOnly: true }),
    'packages/user/package.js': script('user', "api.use(['d', 'p']);"),
  };

  test.each<[Partial<ReadOptions>, string[]]>([
    [{ mode: 'production' }, ['meteor', 'p', 'user']],
    [{ mode: 'development' }, ['meteor', 'base64', 'd', 'dev', 'user']],
    [{ mode: 'development', includeTests: true }, ['meteor', 'base64', 'd', 't', 'user']],
  ])('%j', async (changes, expected) => {
    const project = await read(files, changes);
    expect(names(project)).toEqual(expected);
    expect(source(project, 'user').uses.map(({ name }) => name)).toEqual(
      changes.mode === 'production' ? ['meteor', 'p'] : ['meteor', 'd'],
    );
    expect(
      project.packages.filter((found) => found.kind === 'source' && found.conditional).map(({ name }) => name),
    ).toEqual(expected.filter((name) => !['meteor', 'base64', 'user'].includes(name)));
  });
});

describe('versions', () => {
  const withConstraint = (constraint: string, version?: string) =>
    read({
      '.meteor/packages': 'meteor\na\n',
      'packages/a/package.js': script('a', `api.use('b@${constraint}');`),
      'packages/b/package.js': script('b', '', version === undefined ? {} : { version }),
    });

  test('a source package must satisfy the constraint', async () => {
    await withConstraint('1.0.0 || 2.0.0', '2.1.0');
    await withConstraint('1.0.0');
    await expect(withConstraint('1.0.0', '2.1.0')).rejects.toMatchObject({
      message: 'packages/a/package.js:3: b@1.0.0 is asked for, but packages/b/package.js describes version 2.1.0',
      remedy: expect.stringContaining('Change the constraint'),
    });
    await expect(
      read({
        '.meteor/packages': 'meteor\nb@=1.0.0\n',
        'packages/b/package.js': script('b', '', { version: '1.0.1' }),
      }),
    ).rejects.toThrow('.meteor/packages:2: b@=1.0.0 is asked for');
  });

  test('a built-in package is only remarked', async () => {
    const own: PackageCatalog = { meteor: { kind: 'platform', client: [], server: [], version: '2.1.0' } };
    expect((await read({ '.meteor/packages': 'meteor@1.0.0\n' }, { catalog: own })).warnings).toEqual([]);
    expect((await read({ '.meteor/packages': 'meteor@3.0.0\n' }, { catalog: own })).warnings).toEqual([
      '.meteor/packages:1: meteor@3.0.0 is asked for; the built-in package corresponds to 2.1.0.',
    ]);
  });
});

describe('load order and cycles', () => {
  test('uses, implied packages and weak uses before, unordered ones anywhere', async () => {
    const project = await read({
      '.meteor/packages': 'meteor\na\nb\nw\n',
      'packages/a/package.js': script(
        'a',
        "api.use('u'); api.use('w', { weak: true }); api.use('z', { unordered: true });",
      ),
      'packages/b/package.js': script('b'),
      'packages/u/package.js': script('u', "api.imply('i');"),
      'packages/i/package.js': script('i'),
      'packages/w/package.js': script('w'),
      'packages/z/package.js': script('z', "api.use('a');"),
    });
    expect(names(project)).toEqual(['meteor', 'i', 'u', 'w', 'a', 'b', 'z']);
  });

  test('a package may imply what uses it', async () => {
    const project = await read({
      '.meteor/packages': 'meteor\na\n',
      'packages/a/package.js': script('a', "api.imply('b');"),
      'packages/b/package.js': script('b', "api.use('a');"),
    });
    expect(names(project)).toEqual(['meteor', 'a', 'b']);
  });

  test('a cycle', async () => {
    await expect(
      read({
        '.meteor/packages': 'meteor\na\n',
        'packages/a/package.js': script('a', "api.use('b');"),
        'packages/b/package.js': script('b', "api.use('c', 'client');"),
        'packages/c/package.js': script('c', "api.use('a');"),
      }),
    ).rejects.toMatchObject({
      message: 'The packages need each other in a circle: a -> b -> c -> a',
      detail: expect.stringContaining('b uses c (packages/b/package.js:3)'),
    });
  });

  test('what would be a cycle over two arches is none', async () => {
    const project = await read({
      '.meteor/packages': 'meteor\na\n',
      'packages/a/package.js': script('a', "api.use('b', 'server');"),
      'packages/b/package.js': script('b', "api.use('a', 'client');"),
    });
    expect(project.loadOrder.os).toEqual(['meteor', 'b', 'a']);
    expect(project.loadOrder['web.browser']).toEqual(['meteor', 'a', 'b']);
    expect(names(project)).toEqual(['meteor', 'b', 'a']);
  });

  test('a package that uses itself', async () => {
    await expect(
      read({ '.meteor/packages': 'a\n', 'packages/a/package.js': script('a', "api.use('a');") }),
    ).rejects.toThrow('packages/a/package.js:3: the package a uses itself');
  });
});

test('modular: by what is used, also through others, per arch', async () => {
  const project = await read({
    '.meteor/packages': 'meteor\nlinked\nbase\nthrough\nserver-only\nweakly\n',
    'packages/linked/package.js': script('linked'),
    'packages/base/package.js': script('base', "api.use('typescript'); api.imply('ecmascript');"),
    'packages/through/package.js': script('through', "api.use('base');"),
    'packages/server-only/package.js': script('server-only', "api.use('modules', 'server');"),
    'packages/weakly/package.js': script('weakly', "api.use('modules', { weak: true });"),
  });
  const modular = Object.fromEntries(
    project.packages
      .filter((found) => found.kind === 'source')
      .map((found) => [found.name, [found.modular, found.modularArches.length]]),
  );
  expect(modular).toEqual({
    linked: [false, 0],
    base: [true, 4],
    through: [true, 4],
    'server-only': [true, 1],
    weakly: [false, 0],
  });
});

test('with tests: test files, test module, onTest', async () => {
  const files: Files = {
    '.meteor/packages': 'meteor\na\n',
    'a.js': '',
    'a.tests.js': '',
    'packages/a/package.js': `${script('a', "api.export('A');")}
      Package.onTest(function (api) { api.use(['a', 'tinytest']); api.addFiles('a-tests.js', 'server'); });`,
    'packages/a/a-tests.js': '',
  };
  const project = await read(files, { includeTests: true });
  expect(project.sources.os).toMatchObject({
    eager: [join(project.directory, 'a.js')],
    tests: [join(project.directory, 'a.tests.js')],
  });
  expect(source(project, 'a').tests).toMatchObject({
    files: [{ file: join(project.directory, 'packages/a/a-tests.js'), arches: ['os'] }],
  });
  expect(source(await read(files), 'a').tests).toBeUndefined();
});

test('deprecated packages are remarked', async () => {
  const project = await read({
    '.meteor/packages': 'meteor\na\n',
    'packages/a/package.js': script('a', '', { deprecated: 'use b' }),
  });
  expect(project.warnings).toEqual(['packages/a/package.js: the package a is deprecated: use b']);
});

test('nothing is written into the app', async () => {
  const directory = writeFiles({ '.meteor/packages': 'meteor\na\n', 'packages/a/package.js': script('a') });
  const { readdirSync } = await import('node:fs');
  const before = readdirSync(directory, { recursive: true }).sort();
  await readProject(directory, { catalog, arches: ['os'], mode: 'production' });
  expect(readdirSync(directory, { recursive: true }).sort()).toEqual(before);
});

describe('bad input', () => {
  const main = (mainModule: unknown) => ({ json: { meteor: { mainModule } } });

  test.each<[string, Files, string]>([
    ['unknown package', { '.meteor/packages': 'meteor\nme:gone\n' }, 'Unknown package: me:gone'],
    ['two of them', { '.meteor/packages': 'me:gone\nlost\n' }, 'Unknown packages: me:gone, lost'],
    ['a name that every object has', { '.meteor/packages': 'constructor\n' }, 'Unknown package: constructor'],
    [
      'missing main module',
      { '.meteor/packages': 'meteor\n', 'package.json': main({ server: 'gone.js' }) },
      'package.json: meteor.mainModule.server names "gone.js" (for os), but there is no such file',
    ],
    [
      'package.js that throws',
      { '.meteor/packages': 'meteor\n', 'packages/a/package.js': '\nthrow new Error("oh");' },
      'packages/a/package.js:2: Error: oh',
    ],
    [
      'invalid package.json',
      { '.meteor/packages': 'meteor\n', 'package.json': '{"name": }' },
      'package.json:1:10: not valid JSON: unexpected "}"',
    ],
    [
      'missing file of a package',
      { '.meteor/packages': 'meteor\na\n', 'packages/a/package.js': script('a', "api.addFiles('gone.js');") },
      'packages/a/package.js:3: gone.js cannot be used: it is not there',
    ],
    [
      'folder in the place of a file',
      {
        '.meteor/packages': 'meteor\na\n',
        'packages/a/package.js': script('a', "api.mainModule('x.js');"),
        'packages/a/x.js/': '',
      },
      'packages/a/package.js:3: x.js cannot be used: it is not a file',
    ],
    [
      'missing asset',
      { '.meteor/packages': 'meteor\na\n', 'packages/a/package.js': script('a', "api.addAssets('x', 'server');") },
      'packages/a/package.js:3: x cannot be used: it is not there',
    ],
    [
      'file that nothing compiles',
      { '.meteor/packages': 'meteor\na\n', 'packages/a/package.js': script('a', "api.addFiles('x.coffee');") },
      'packages/a/package.js:3: nothing here compiles x.coffee',
    ],
    [
      'build plugin',
      { '.meteor/packages': 'meteor\na\n', 'packages/a/package.js': "Package.registerBuildPlugin({ name: 'x' });" },
      'packages/a/package.js:1: Package.registerBuildPlugin: the build plugin "x" of Meteor\'s tool cannot run here',
    ],
    ['not an app', { 'package.json': '{}' }, 'is not a Meteor app: it has no .meteor/packages'],
    ['no app at all', {}, 'is not a Meteor app: it has no .meteor/packages'],
  ])('%s', async (_, files, message) => {
    await expect(read(files)).rejects.toMatchObject({
      name: 'BuildError',
      message: expect.stringContaining(message),
      remedy: expect.stringMatching(/\.$/),
    });
  });

  test('mistakes in packages that are not used do not matter', async () => {
    await read({ '.meteor/packages': 'meteor\n', 'packages/a/package.js': script('a', "api.addFiles('gone.js');") });
  });

  test('main modules of arches that are not built do not matter', async () => {
    await read({ '.meteor/packages': 'meteor\n', 'package.json': main({ client: 'gone.js' }) }, { arches: ['os'] });
  });

  test('no such folder', async () => {
    await expect(
      readProject(join(writeFiles({}), 'gone'), { catalog, arches: ['os'], mode: 'production' }),
    ).rejects.toThrow('gone is not a folder');
  });

  test('an unknown package is looked for and explained', async () => {
    await expect(
      read({
        '.meteor/packages': 'meteor\na\n',
        'packages/a/package.js': script('a', "api.use('me:gone');"),
        'packages/b/package.js': script('b'),
      }),
    ).rejects.toMatchObject({
      message: 'Unknown package: me:gone',
      detail: expect.stringMatching(
        /^me:gone: asked for in packages\/a\/package\.js:3\nlooked for in: packages\/\*\/package\.js, the \d+ built-in packages$/,
      ),
      remedy: expect.stringContaining('METEOR_PACKAGE_DIRS'),
    });
  });
});
