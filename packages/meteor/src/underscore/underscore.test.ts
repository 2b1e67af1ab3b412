import { expect, test } from 'vitest';
import { _ } from './index.js';

test('underscore has the functions and old names that Meteor code uses', () => {
  expect(_.map([1, 2], (n: number) => n * 2)).toEqual([2, 4]);
  expect(_.pick({ a: 1, b: 2 }, 'a')).toEqual({ a: 1 });
  expect(_.chain([3, 1]).sortBy(_.identity).value()).toEqual([1, 3]);
  for (const name of ['any', 'all', 'include', 'inject', 'detect', 'select', 'collect', 'foldl', 'head', 'tail']) {
    expect(typeof (_ as unknown as Record<string, unknown>)[name]).toBe('function');
  }
});
