import { expect, test } from 'vitest';
import type { Arch } from '../types.js';
import { appSources } from './app-sources.js';

function sources(files: readonly string[], arch: Arch, changes: Partial<Parameters<typeof appSources>[1]> = {}) {
  return appSources(files, {
    directory: '/app',
    arch,
    main: undefined,
    test: undefined,
    includeTests: false,
    styles: { less: true, sass: true },
    ...changes,
  });
}

const files = [
  'client/main.js',
  'client/main.html',
  'client/main.css',
  'client/nav.html',
  'client/theme.less',
  'client/theme.import.less',
  'client/app.scss',
  'client/_part.scss',
  'client/compatibility/jquery.js',
  'client/compatibility/typed.ts',
  'imports/ui.js',
  'imports/ui.css',
  'imports/ui.html',
  'a.ts',
  'types.d.ts',
  'data.json',
  'notes.md',
  'a.tests.ts',
  'b.spec.js',
  'c.app-test.js',
  'imports/d.tests.js',
];

test('a client without main module', () => {
  expect(sources(files, 'web.browser')).toEqual({
    main: undefined,
    eager: [
      '/app/client/compatibility/jquery.js',
      '/app/client/compatibility/typed.ts',
      '/app/a.ts',
      '/app/client/main.js',
    ],
    bare: ['/app/client/compatibility/jquery.js'],
    html: ['/app/client/nav.html', '/app/client/main.html'],
    styles: ['/app/client/app.scss', '/app/client/theme.less', '/app/client/main.css'],
    tests: [],
  });
});

test('a client with main module still has its HTML and styles', () => {
  const found = sources(files, 'web.browser', { main: 'client/main.js' });
  expect(found).toMatchObject({ main: '/app/client/main.js', eager: [], bare: [] });
  expect(found.html).toHaveLength(2);
  expect(found.styles).toHaveLength(3);
});

test('main module false: no modules', () => {
  expect(sources(files, 'os', { main: false })).toMatchObject({ main: undefined, eager: [] });
});

test('the server has neither HTML nor styles', () => {
  expect(sources(['a.js', 'a.css', 'a.html', 'server/b.mjs', 'c.cjs', 'd.jsx', 'e.tsx', 'f.mts'], 'os')).toEqual({
    main: undefined,
    eager: ['server/b.mjs', 'a.js', 'c.cjs', 'd.jsx', 'e.tsx', 'f.mts'].map((path) => `/app/${path}`),
    bare: [],
    html: [],
    styles: [],
    tests: [],
  });
});

test('languages without a compiler are left out', () => {
  const { styles } = sources(files, 'web.browser', { styles: { less: false, sass: false } });
  expect(styles).toEqual(['/app/client/main.css']);
});

test('tests: all test files, or the test module', () => {
  expect(sources(files, 'os', { includeTests: true }).tests).toEqual([
    '/app/imports/d.tests.js',
    '/app/a.tests.ts',
    '/app/b.spec.js',
    '/app/c.app-test.js',
  ]);
  expect(sources(files, 'os', { includeTests: true, test: 'tests/main.js' }).tests).toEqual(['/app/tests/main.js']);
  expect(sources(files, 'os', { includeTests: true, test: false }).tests).toEqual([]);
});
