import { expect, test } from 'vitest';
import type { Arch } from '../types.js';
import { orderPackages, type PackageEdge } from './package-order.js';

/** `a: 'b c?'`: a needs b and wishes c before. */
function ordered(roots: string, graph: Record<string, string>, clientGraph = graph) {
  const edges = (name: string, arch: Arch): PackageEdge[] =>
    ((arch === 'os' ? graph : clientGraph)[name] ?? '')
      .split(' ')
      .filter((to) => to !== '')
      .map((to) => ({ to: to.replace('?', ''), required: !to.endsWith('?'), where: `packages/${name}/package.js:1` }));
  return orderPackages(roots.split(' '), Object.keys({ ...graph, ...clientGraph }), edges);
}

const merged = (...args: Parameters<typeof ordered>) => ordered(...args).merged.join(' ');

test("the app's order where nothing is needed", () => {
  expect(merged('c a b', { a: '', b: '', c: '' })).toBe('c a b');
});

test('what is needed comes before, in the order it is named', () => {
  expect(merged('a b', { a: 'd c', b: '', c: 'e', d: 'e', e: '' })).toBe('e d c a b');
});

test('packages that no root leads to come last', () => {
  expect(merged('a', { z: '', a: '' })).toBe('a z');
});

test('wishes count when they can', () => {
  expect(merged('a b', { a: 'b?', b: '' })).toBe('b a');
  expect(merged('a b', { a: 'b?', b: 'a' })).toBe('a b');
  expect(merged('a b', { a: 'b?', b: 'a?' })).toBe('b a');
  expect(merged('a', { a: 'b?', b: 'c', c: 'd?', d: 'a' })).toBe('c b a d');
});

test('needs win over wishes further up', () => {
  // b is visited because a wishes it; what b needs must not wait for a.
  expect(merged('a c', { a: 'b? c', b: 'c', c: 'd?', d: 'a?' })).toBe('d c b a');
});

test('arches have orders of their own', () => {
  const order = ordered('a b', { a: 'b', b: '' }, { a: '', b: 'a' });
  expect(order.byArch.os).toEqual(['b', 'a']);
  expect(order.byArch['web.browser']).toEqual(['a', 'b']);
  expect(order.merged).toEqual(['b', 'a']);
});

test('a cycle is shown with its whole path', () => {
  expect(() => ordered('x', { x: 'a', a: 'b', b: 'c', c: 'a' })).toThrow(
    expect.objectContaining({
      message: 'The packages need each other in a circle: a -> b -> c -> a',
      remedy: expect.stringContaining('unordered'),
      detail: [
        'a uses b (packages/a/package.js:1)',
        'b uses c (packages/b/package.js:1)',
        'c uses a (packages/c/package.js:1)',
      ].join('\n'),
    }),
  );
});

test('a cycle on one client arch is one', () => {
  expect(() => ordered('a', { a: 'b', b: '' }, { a: 'b', b: 'a' })).toThrow('a -> b -> a');
});

test('long chains', () => {
  const graph: Record<string, string> = {};
  for (let index = 0; index < 300; index++) graph[`p${index}`] = index === 299 ? '' : `p${index + 1}`;
  expect(ordered('p0', graph).merged[0]).toBe('p299');
});
