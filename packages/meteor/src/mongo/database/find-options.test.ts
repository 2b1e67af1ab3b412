import { expect, test } from 'vitest';
import { driverFindOptions } from './find-options.js';

test.each([
  [{ n: 1, m: -1 }],
  [{ n: 'asc', m: 'desc' }],
  [['n', ['m', 'descending']]],
  [
    [
      ['n', 'asc'],
      ['m', -1],
    ],
  ],
])('an order in any of the ways of Meteor: %j', (sort) => {
  expect(driverFindOptions({ sort })).toEqual({
    sort: [
      ['n', 1],
      ['m', -1],
    ],
  });
});

test('options of the driver pass, those of Meteor do not', () => {
  expect(
    driverFindOptions({
      projection: { a: 1 },
      skip: 1,
      limit: 2,
      hint: 'a_1',
      collation: { locale: 'de' },
      readPreference: 'secondary',
      maxTimeMs: 5,
      transform: null,
      disableOplog: true,
      pollingIntervalMs: 7,
    }),
  ).toEqual({
    projection: { a: 1 },
    skip: 1,
    limit: 2,
    hint: 'a_1',
    collation: { locale: 'de' },
    readPreference: 'secondary',
    maxTimeMS: 5,
  });
});

test('a function is no order for a database', () => {
  expect(() => driverFindOptions({ sort: () => 0 })).toThrow('A function cannot sort');
});
