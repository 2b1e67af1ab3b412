import { expect, test } from 'vitest';
import { compareLoadOrder } from './load-order.js';

test("the order of the example in Meteor's guide", () => {
  const order = [
    'nav.html',
    'main.html',
    'client/lib/methods.js',
    'client/lib/styles.js',
    'lib/feature/styles.js',
    'lib/collections.js',
    'client/feature-y.js',
    'feature-x.js',
    'client/main.js',
  ];
  expect([...order].sort().sort(compareLoadOrder)).toEqual(order);
});

test('main files are last even in lib folders, the deeper ones first', () => {
  const sorted = ['main.js', 'a.js', 'lib/main.js', 'lib/a.js', 'x/y/main.ts'].sort(compareLoadOrder);
  expect(sorted).toEqual(['lib/a.js', 'a.js', 'lib/main.js', 'x/y/main.ts', 'main.js']);
});

test('only a folder named lib counts', () => {
  expect(['lib.js', 'mylib/b.js', 'a/b.js', 'lib'].sort(compareLoadOrder)).toEqual([
    'a/b.js',
    'mylib/b.js',
    'lib',
    'lib.js',
  ]);
});

test('parts are compared by character code, one by one', () => {
  expect(['a-b/c.js', 'a/z.js', 'B/a.js', 'a/Z.js'].sort(compareLoadOrder)).toEqual([
    'B/a.js',
    'a/Z.js',
    'a/z.js',
    'a-b/c.js',
  ]);
});
