import { describe, expect, test } from 'vitest';
import { ALL_ARCHES } from '../arches.js';
import { packageDescription, packageFacts } from './package-facts.js';
import type { PackageCall } from './package-script-runner.js';

const FILE = 'packages/a/package.js';
const CLIENTS = ['web.browser', 'web.browser.legacy', 'web.cordova'];

/** A call as the runner records it, on line 7. */
function call(method: string, ...args: unknown[]): PackageCall {
  return { method, phase: method.startsWith('api.') ? 'use' : 'describe', args, line: 7, column: 1 };
}

const facts = (...calls: PackageCall[]) => packageFacts(calls, FILE);
const describedAs = (options: unknown) => packageDescription([call('Package.describe', options)], FILE);

describe('Package.describe', () => {
  test('all that matters', () => {
    expect(
      describedAs({
        name: 'me:a',
        version: '1.0.0_1',
        summary: 'Does',
        git: '',
        documentation: null,
        deprecated: 'use b',
      }),
    ).toEqual({ name: 'me:a', version: '1.0.0_1', summary: 'Does', onlyIn: undefined, deprecated: 'use b' });
    expect(packageDescription([], FILE)).toMatchObject({ name: undefined, version: undefined });
    expect(describedAs({ deprecated: true }).deprecated).toBe('');
    expect(describedAs({ deprecated: false }).deprecated).toBeUndefined();
  });

  test.each([
    ['debugOnly', 'debug'],
    ['prodOnly', 'production'],
    ['testOnly', 'test'],
    ['devOnly', 'development'],
  ])('%s', (flag, onlyIn) => {
    expect(describedAs({ [flag]: true }).onlyIn).toBe(onlyIn);
    expect(describedAs({ [flag]: false }).onlyIn).toBeUndefined();
  });

  test.each([
    ['text', 'Package.describe: the argument must be an object, not "text"'],
    [{ name: 1 }, 'Package.describe: name must be a string, not 1'],
    [{ name: 'Big' }, 'Package.describe: "Big" is not a package name'],
    [{ version: 1 }, 'Package.describe: version must be a string, not 1'],
    [{ version: '1.0' }, 'Package.describe: "1.0" is not a package version'],
    [{ debugOnly: true, prodOnly: true }, 'Package.describe: only one of debugOnly, prodOnly can be set'],
  ])('%j is refused', (options, message) => {
    expect(() => describedAs(options)).toThrow(`${FILE}:7: ${message}`);
  });
});

describe('api.use and api.imply', () => {
  test('names, arches and options in every form', () => {
    const { uses } = facts(
      call('api.use', 'a'),
      call('api.use', ['b@1.0.0', 'c@=1.0.0 || 2.0.0'], 'client'),
      call('api.use', 'd', ['server', 'web.cordova'], { weak: true }),
      call('api.use', 'e', { unordered: true }),
      call('api.use', 'f', null),
      call('api.use', []),
    );
    expect(uses.map(({ where, ...use }) => use)).toEqual([
      { name: 'a', constraint: undefined, arches: ALL_ARCHES, weak: false, unordered: false },
      { name: 'b', constraint: '1.0.0', arches: CLIENTS, weak: false, unordered: false },
      { name: 'c', constraint: '=1.0.0 || 2.0.0', arches: CLIENTS, weak: false, unordered: false },
      { name: 'd', constraint: undefined, arches: ['os', 'web.cordova'], weak: true, unordered: false },
      { name: 'e', constraint: undefined, arches: ALL_ARCHES, weak: false, unordered: true },
      { name: 'f', constraint: undefined, arches: ALL_ARCHES, weak: false, unordered: false },
    ]);
    expect(uses[0]?.where).toBe(`${FILE}:7`);
  });

  test('imply', () => {
    expect(facts(call('api.imply', ['a', 'b@1.0.0'], 'server')).implies).toEqual([
      { name: 'a', constraint: undefined, arches: ['os'], where: `${FILE}:7` },
      { name: 'b', constraint: '1.0.0', arches: ['os'], where: `${FILE}:7` },
    ]);
  });

  test.each<[unknown[], string]>([
    [['a', 'browser'], '"browser" is no architecture'],
    [['a', 'client', 'weak'], 'the options must be an object, not "weak"'],
    [['a', 'client', { weak: true, unordered: true }], 'a use cannot be both weak and unordered'],
    [[1], 'argument 1 must be a string or an array of strings, not 1'],
    [['A'], '"A" is not a package name'],
    [['a@x'], '"x" is not a package version'],
  ])('%j is refused', (args, message) => {
    expect(() => facts(call('api.use', ...args))).toThrow(`${FILE}:7: api.use: ${message}`);
  });
});

describe('api.export', () => {
  test('names, arches and testOnly', () => {
    const { exports } = facts(
      call('api.export', 'A'),
      call('api.export', ['B', '$_1'], 'client'),
      call('api.export', 'C', { testOnly: true }),
      call('api.export', 'D', 'server', { testOnly: true }),
    );
    expect(exports).toEqual([
      { name: 'A', arches: ALL_ARCHES, testOnly: false },
      { name: 'B', arches: CLIENTS, testOnly: false },
      { name: '$_1', arches: CLIENTS, testOnly: false },
      { name: 'C', arches: ALL_ARCHES, testOnly: true },
      { name: 'D', arches: ['os'], testOnly: true },
    ]);
  });

  test.each(['a.b', '1a', 'a b', 'ä'])('%j is refused', (name) => {
    expect(() => facts(call('api.export', name))).toThrow('cannot be the name of a variable');
  });
});

describe('api.addFiles and api.addAssets', () => {
  test('paths, arches and options', () => {
    const { files, assets } = facts(
      call('api.addFiles', ['./a.js', 'b//c.js', 'd\\e.js'], 'server'),
      call('api.addFiles', 'f.js', 'client', { bare: true }),
      call('api.addFiles', 'g.js', undefined, { lazy: true }),
      call('api.addFiles', 'h.txt', 'server', { isAsset: true }),
      call('api.addAssets', ['i.txt', 'folder/'], ['client', 'server']),
    );
    expect(files.map(({ path, bare, lazy, arches }) => [path, bare, lazy, arches.length])).toEqual([
      ['a.js', false, false, 1],
      ['b/c.js', false, false, 1],
      ['d/e.js', false, false, 1],
      ['f.js', true, false, 3],
      ['g.js', false, true, 4],
    ]);
    expect(assets.map(({ path, arches }) => [path, arches])).toEqual([
      ['h.txt', ['os']],
      ['i.txt', ALL_ARCHES],
      ['folder', ALL_ARCHES],
    ]);
  });

  test('the same file may be added for different arches only', () => {
    expect(facts(call('api.addFiles', 'a.js', 'client'), call('api.addFiles', 'a.js', 'server')).files).toHaveLength(2);
    expect(() => facts(call('api.addFiles', 'a.js'), call('api.addFiles', './a.js', 'server'))).toThrow(
      `${FILE}:7: api.addFiles: "a.js" was already added for os at ${FILE}:7`,
    );
  });

  test.each(['/etc/passwd', '../a.js', 'a/../../b.js', './'])('%j is refused', (path) => {
    expect(() => facts(call('api.addFiles', path))).toThrow("is not a path below the package's folder");
  });

  test('assets need arches', () => {
    expect(() => facts(call('api.addAssets', 'a.txt'))).toThrow(
      'the second argument, where the assets shall be, is missing',
    );
  });
});

describe('api.mainModule', () => {
  test('per arch the last one counts, the others become lazy files', () => {
    const found = facts(
      call('api.mainModule', 'modern.js', 'modern'),
      call('api.mainModule', 'legacy.js', 'legacy'),
      call('api.mainModule', 'server.js', 'server', { lazy: true }),
    );
    expect(found.mainModules.map(({ path, arches, lazy }) => ({ path, arches, lazy }))).toEqual([
      { path: 'server.js', arches: ['os'], lazy: true },
      { path: 'modern.js', arches: ['web.browser'], lazy: false },
      { path: 'legacy.js', arches: ['web.browser.legacy', 'web.cordova'], lazy: false },
    ]);
    expect(found.files.map(({ path, arches, lazy }) => ({ path, arches, lazy }))).toEqual([
      { path: 'modern.js', arches: ['web.browser.legacy'], lazy: true },
    ]);
  });

  test('mistakes', () => {
    expect(() => facts(call('api.mainModule'))).toThrow('api.mainModule: the path is missing');
    expect(() => facts(call('api.addFiles', 'a.js'), call('api.mainModule', 'a.js'))).toThrow('was already added');
    expect(() =>
      facts(call('api.mainModule', 'a.js', 'server', { lazy: true }), call('api.export', 'A', 'server')),
    ).toThrow(`${FILE}:7: api.mainModule: a package with a lazy main module cannot export symbols (A, os)`);
  });
});

describe('Npm and Cordova', () => {
  test('dependencies and what is stripped', () => {
    const { npmDependencies, npmStrip } = facts(
      call('Npm.depends', {
        a: '1.0.0',
        '@b/c': '2.0.0-rc.1',
        d: 'https://x.test/d.tgz',
        e: 'git+ssh://x.test/e.git#1',
      }),
      call('Npm.devDepends', { f: '1.0.0' }),
      call('Npm.strip', { a: 'test/', constructor: [{ regularExpression: '\\.md$', flags: 'i' }] }),
      call('Npm.strip', { a: ['docs/'] }),
      call('Cordova.depends', { g: '1.0.0' }),
    );
    expect(npmDependencies).toEqual({
      a: '1.0.0',
      '@b/c': '2.0.0-rc.1',
      d: 'https://x.test/d.tgz',
      e: 'git+ssh://x.test/e.git#1',
    });
    expect(npmStrip).toEqual({ a: ['test/', 'docs/'], constructor: [/\.md$/i] });
  });

  test.each<[string, unknown, string]>([
    ['Npm.depends', ['a'], 'the argument must be an object, not ["a"]'],
    ['Npm.depends', { a: '^1.0.0' }, '"a" must have an exact version or a URL, not "^1.0.0"'],
    ['Npm.depends', { a: 1 }, '"a" must have an exact version or a URL, not 1'],
    ['Npm.devDepends', { a: 'latest' }, '"a" must have an exact version or a URL, not "latest"'],
    ['Npm.strip', 'a', 'the argument must be an object, not "a"'],
    ['Npm.strip', { a: [1] }, '"a" must have strings or regular expressions, not 1'],
  ])('%s(%j) is refused', (method, argument, message) => {
    expect(() => facts(call(method, argument))).toThrow(`${FILE}:7: ${method}: ${message}`);
  });

  test('Npm.depends twice', () => {
    expect(() => facts(call('Npm.depends', {}), call('Npm.depends', {}))).toThrow(
      'Npm.depends: it may be called only once',
    );
  });
});

test('functions', () => {
  expect(() => facts(call('Package.onUse', 'x'))).toThrow('Package.onUse: the argument must be a function, not "x"');
  const callback = { function: true };
  expect(() => facts(call('Package.onUse', callback), call('Package.onUse', callback))).toThrow('only once');
  expect(facts(call('Package.onUse', callback), call('Package.onTest', callback)).uses).toEqual([]);
});

test('known build plugins are passed over, others refused', () => {
  expect(facts(call('Package.registerBuildPlugin', { name: 'compileLessBatch', use: ['less'] })).files).toEqual([]);
  expect(() => facts(call('Package.registerBuildPlugin', { name: 'compileSvelte' }))).toThrow(
    `${FILE}:7: Package.registerBuildPlugin: the build plugin "compileSvelte" of Meteor's tool cannot run here`,
  );
  expect(() => facts(call('Package.registerBuildPlugin', {}))).toThrow('a build plugin needs a name, not undefined');
});

test('what onTest says stands apart', () => {
  const found = facts(call('api.use', 'a'), { ...call('api.use', 'tinytest'), phase: 'test' });
  expect(found.uses.map(({ name }) => name)).toEqual(['a']);
  expect(found.tests?.uses.map(({ name }) => name)).toEqual(['tinytest']);
  expect(facts(call('api.use', 'a')).tests).toBeUndefined();
});
