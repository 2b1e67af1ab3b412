import { afterAll, expect, test } from 'vitest';
import { readProject } from './read-project.js';
import { removeWrittenFiles, writeFiles } from './testing/write-files.js';
import type { Arch, PackageCatalog, Project } from './types.js';
import { visibleSymbols } from './visible-symbols.js';

afterAll(removeWrittenFiles);

const catalog: PackageCatalog = {
  meteor: { kind: 'platform', client: ['Meteor'], server: ['Meteor'] },
  session: { kind: 'platform', client: ['Session'] },
  'ddp-client': { kind: 'platform', client: ['DDP'], server: ['DDP'] },
  'ddp-server': { kind: 'platform', server: ['DDPServer'], implies: ['ddp-client'] },
  ddp: { kind: 'platform', client: ['DDP'], server: ['DDP', 'DDPServer'], implies: ['ddp-client', 'ddp-server'] },
  base: { kind: 'group', implies: ['meteor', 'ddp'] },
  ecmascript: { kind: 'steering', reason: 'compiled anyway' },
};

/** @param packages Package name → statements of its `onUse`. */
function project(
  listed: string,
  packages: Record<string, string>,
  flags: Record<string, string> = {},
): Promise<Project> {
  const scripts = Object.entries(packages).map(([name, statements]) => [
    `packages/${name}/package.js`,
    `Package.describe({ name: '${name}', ${flags[name] ?? ''} }); Package.onUse(function (api) { ${statements} });`,
  ]);
  const directory = writeFiles({ '.meteor/packages': listed.replaceAll(' ', '\n'), ...Object.fromEntries(scripts) });
  return readProject(directory, { catalog, arches: ['os', 'web.browser'], mode: 'development' });
}

const seen = (found: Project, user: string, arch: Arch = 'os') =>
  [...visibleSymbols(found, user === 'app' ? 'app' : { package: user }, arch)]
    .map(([symbol, name]) => `${symbol}:${name}`)
    .sort()
    .join(' ');

test('what the app lists, with groups and implied packages', async () => {
  const found = await project('base session ecmascript a', {
    a: "api.use('b'); api.export('A');",
    b: "api.export('B');",
  });
  expect(seen(found, 'app')).toBe('A:a DDP:ddp-client DDPServer:ddp-server Meteor:meteor');
  expect(seen(found, 'app', 'web.browser')).toBe('A:a DDP:ddp-client Meteor:meteor Session:session');
});

test('what a package uses on an arch; weak and unordered uses give nothing', async () => {
  const found = await project('base session a', {
    a: "api.use('b', 'server'); api.use('c', { weak: true }); api.use('session', 'client'); api.use('d', { unordered: true });",
    b: "api.export('B'); api.export('Client', 'client'); api.export('ForTests', { testOnly: true }); api.imply('c');",
    c: "api.export('C');",
    d: "api.export('D');",
  });
  expect(seen(found, 'a')).toBe('B:b C:c Meteor:meteor');
  expect(seen(found, 'a', 'web.browser')).toBe('Meteor:meteor Session:session');
});

test('implications per arch, through several packages and groups', async () => {
  const found = await project('a', {
    a: "api.use('b');",
    b: "api.imply('c', 'client'); api.imply('base', 'server');",
    c: "api.imply('d'); api.export('C');",
    d: "api.export('D');",
  });
  expect(seen(found, 'a')).toBe('DDP:ddp-client DDPServer:ddp-server Meteor:meteor');
  expect(seen(found, 'a', 'web.browser')).toBe('C:c D:d Meteor:meteor');
});

test('packages that are not in every build give nothing', async () => {
  const found = await project('meteor a', { a: "api.export('A');" }, { a: 'debugOnly: true' });
  expect(seen(found, 'app')).toBe('Meteor:meteor');
});

test("a package's own exports come before those of others", async () => {
  const found = await project('a b', { a: "api.use('b'); api.export('X');", b: "api.export('X');" });
  expect(seen(found, 'a')).toBe('Meteor:meteor');
});

test('platform packages see nothing by this way', async () => {
  expect(seen(await project('base', {}), 'ddp')).toBe('');
});

test('two packages that export the same symbol', async () => {
  const found = await project('meteor a b c', {
    a: "api.export('X', 'client');",
    b: "api.export('X');",
    c: "api.use(['a', 'b']);",
  });
  expect(seen(found, 'app')).toBe('Meteor:meteor X:b');
  expect(() => seen(found, 'app', 'web.browser')).toThrow(
    expect.objectContaining({
      name: 'BuildError',
      message: 'a and b both export X to the app (web.browser)',
      remedy: expect.stringContaining('Remove one'),
    }),
  );
  expect(() => seen(found, 'c', 'web.browser')).toThrow('a and b both export X to the package c (web.browser)');
});

test('a package that implies the other passes its symbol on, in any order', async () => {
  const packages = {
    outer: "api.imply('middle'); api.export('X');",
    middle: "api.imply('inner');",
    inner: "api.export('X');",
  };
  for (const listed of ['meteor outer inner', 'meteor inner outer']) {
    expect(seen(await project(listed, packages), 'app')).toBe('Meteor:meteor X:inner');
  }
});
