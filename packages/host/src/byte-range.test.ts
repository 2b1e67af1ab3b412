import { expect, test } from 'vitest';
import { parseRange } from './byte-range.js';

test.each([
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=0-', 10, { first: 0, last: 9 }],
  ['bytes=9-9', 10, { first: 9, last: 9 }],
  ['bytes=3-99999', 10, { first: 3, last: 9 }],
  ['bytes=-4', 10, { first: 6, last: 9 }],
  ['bytes=-99', 10, { first: 0, last: 9 }],
  ['bytes= 1 - 2 ', 10, { first: 1, last: 2 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=5-3', 10, undefined],
  ['bytes=1-2,4-5', 10, undefined],
  ['bytes=0x1-2', 10, undefined],
  ['bytes=+1-2', 10, undefined],
  ['bytes=1.5-2', 10, undefined],
  ['bytes=9999999999999999999-', 10, undefined],
  ['items=0-1', 10, undefined],
  ['', 10, undefined],
] as const)('%s of %i bytes', (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});
