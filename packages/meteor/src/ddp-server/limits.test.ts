import { describe, expect, test } from 'vitest';
import { defaultLimits, readLimits } from './limits.js';
import { isNestedDeeper } from './nesting.js';
import { readCompression } from './transport/compression.js';

describe('readLimits', () => {
  test('puts settings in the place of defaults', () => {
    expect(readLimits()).toEqual(defaultLimits);
    expect(readLimits({ maxNesting: 5, transport: 'ws' })).toEqual({ ...defaultLimits, maxNesting: 5 });
  });

  test('refuses what is no whole number in range, by name', () => {
    for (const value of ['5', 0, -1, 1.5, null, 2 ** 31, Number.NaN]) {
      expect(() => readLimits({ maxNesting: value })).toThrow('packages.ddp-server.maxNesting');
    }
  });
});

test('readCompression: off unless asked, with an error for what is no JSON', () => {
  for (const value of [undefined, '', 'false', '0', 'null']) expect(readCompression(value)).toBe(false);
  for (const value of ['true', '{}', '{"level":1}']) expect(readCompression(value)).toBe(true);
  expect(() => readCompression('yes')).toThrow('SERVER_WEBSOCKET_COMPRESSION must be JSON');
});

test('isNestedDeeper counts levels outside of strings', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(isNestedDeeper(nested(10), 10)).toBe(false);
  expect(isNestedDeeper(nested(11), 10)).toBe(true);
  expect(isNestedDeeper('{"a":'.repeat(11), 10)).toBe(true);
  expect(isNestedDeeper('[{"a":'.repeat(6), 10)).toBe(true);
  expect(isNestedDeeper(`[${'[],'.repeat(100)}[]]`, 10)).toBe(false);
  expect(isNestedDeeper(JSON.stringify('["\\'.repeat(100)), 10)).toBe(false);
});
