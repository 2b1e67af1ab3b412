import { describe, expect, test } from 'vitest';
import { type ContentCoding, chooseCoding, codingPreferences } from './accept-encoding.js';

const choose = (header: string | undefined, codings: readonly ContentCoding[] = ['br', 'gzip']): string =>
  codings[chooseCoding(codings, header)] ?? 'identity';

describe('chooseCoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0.9, br;q=0.8', 'gzip'],
    ['br ; q=0.5 , gzip ; q=0.5', 'br'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['gzip;q=0, br;q=0', 'identity'],
    ['gzip;q=2', 'identity'],
    ['gzip;q=many', 'identity'],
    ['gzip;level=9', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    [',,;;=,', 'identity'],
  ])('%s: %s', (header, chosen) => {
    expect(choose(header)).toBe(chosen);
  });

  test('the order of the codings decides among equals', () => {
    expect(choose('gzip, br, zstd', ['zstd', 'br', 'gzip'])).toBe('zstd');
    expect(choose('zstd', ['br', 'gzip', 'zstd'])).toBe('zstd');
  });

  test('nothing to choose from', () => {
    expect(chooseCoding([], 'br')).toBe(-1);
  });
});

describe('codingPreferences', () => {
  test('are worked out once per value', () => {
    expect(codingPreferences('br, gzip;q=0.25')).toBe(codingPreferences('br, gzip;q=0.25'));
  });

  test('the plain form is acceptable unless it is refused', () => {
    expect(codingPreferences('br').identity).toBeGreaterThan(0);
    expect(codingPreferences('br, identity;q=0').identity).toBe(0);
    expect(codingPreferences('br, *;q=0').identity).toBe(0);
  });

  test('values that clients invent are not remembered without end', () => {
    for (let index = 0; index < 1000; index++) codingPreferences(`br, x-${index}`);
    const late = 'br, x-late';
    expect(codingPreferences(late)).not.toBe(codingPreferences(late));
    expect(codingPreferences(late).br).toBe(1);
  });

  test('a very long value is read up to a limit', () => {
    expect(codingPreferences(`gzip,${'x,'.repeat(100_000)}br`)).toMatchObject({ gzip: 1, br: 0 });
  });
});
