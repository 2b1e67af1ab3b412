import { describe, expect, test } from 'vitest';
import { placePackages } from './copy-externals.js';
import type { NpmPackage } from './npm-package.js';

/** Packages by `name@version`, each with the ones it depends on. */
function place(graph: Record<string, readonly string[]>, externals: readonly string[]): Record<string, string> {
  const packages = new Map<string, NpmPackage>();
  for (const key of Object.keys(graph)) {
    const [name = '', version = ''] = key.split('@');
    packages.set(key, { name, version, directory: `/${key}`, packageJson: {} });
  }
  const get = (key: string): NpmPackage => packages.get(key) as NpmPackage;
  const placed = placePackages(
    externals.map((key) => ({ name: get(key).name, pkg: get(key) })),
    (pkg) => (graph[pkg.directory.slice(1)] ?? []).map((key) => ({ name: get(key).name, pkg: get(key) })),
  );
  return Object.fromEntries(
    [...placed].map(([path, pkg]) => [path.replaceAll('node_modules/', ''), pkg.directory.slice(1)]),
  );
}

describe('where packages lie in the bundle’s node_modules', () => {
  test('one copy of each, beside each other', () =>
    expect(place({ 'a@1': ['b@1', 'c@1'], 'b@1': ['c@1'], 'c@1': ['a@1'] }, ['a@1'])).toEqual({
      a: 'a@1',
      b: 'b@1',
      c: 'c@1',
    }));

  test('a second version lies in the package that needs it', () =>
    expect(place({ 'a@1': ['b@1'], 'b@1': ['c@2'], 'c@1': [], 'c@2': ['d@1'], 'd@1': [] }, ['a@1', 'c@1'])).toEqual({
      a: 'a@1',
      b: 'b@1',
      c: 'c@1',
      'b/c': 'c@2',
      d: 'd@1',
    }));

  test('nothing comes between a package and what it needs', () => {
    // b, inside of a, needs the d at the top, although a has one of its own.
    const graph = { 'a@1': ['b@2', 'd@2'], 'b@1': [], 'b@2': ['d@1'], 'd@1': [], 'd@2': [] };
    expect(place(graph, ['b@1', 'd@1', 'a@1'])).toEqual({
      a: 'a@1',
      b: 'b@1',
      d: 'd@1',
      'a/b': 'b@2',
      'a/d': 'd@2',
      'a/b/d': 'd@1',
    });
  });

  test('versions that need each other in a circle are refused, not nested for ever', () =>
    expect(() => place({ 'a@1': ['b@1'], 'b@1': ['a@2'], 'a@2': ['b@2'], 'b@2': ['a@1'] }, ['a@1'])).toThrow(
      'need each other in a circle',
    ));
});
