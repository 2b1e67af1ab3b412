import { expect, test } from 'vitest';
import { publicationArguments, subscriptionKey } from './subscription-arguments.js';

test('callbacks are no arguments for the publication', () => {
  expect(publicationArguments([1, { limit: 2 }])).toEqual([1, { limit: 2 }]);
  expect(publicationArguments([1, () => {}])).toEqual([1]);
  expect(publicationArguments([1, { onReady: () => {} }])).toEqual([1]);
});

test('equal subscriptions have equal keys', () => {
  expect(subscriptionKey('a', [{ x: 1, y: new Date(5) }])).toBe(subscriptionKey('a', [{ y: new Date(5), x: 1 }]));
  expect(subscriptionKey('a', [1, () => {}])).toBe(subscriptionKey('a', [1]));
  expect(subscriptionKey('a', [1])).not.toBe(subscriptionKey('a', ['1']));
});
