import { describe, expect, test } from 'vitest';
import { _constructUrl, _encodeParams, URL, URLSearchParams } from './index.js';

describe('url', () => {
  test('has the natives', () => {
    expect(URL).toBe(globalThis.URL);
    expect(URLSearchParams).toBe(globalThis.URLSearchParams);
    const url: URL = new URL('http://a/b');
    expect(url.pathname).toBe('/b');
  });

  test('_encodeParams writes nested values', () => {
    expect(_encodeParams({ a: 'b c', d: ['x', 'y'], e: { f: 1, g: null } })).toBe('a=b+c&d[]=x&d[]=y&e[f]=1&e[g]=');
    expect(_encodeParams({ 'a*': '&=*', empty: {} })).toBe('a%2A=%26%3D%2A');
    expect(_encodeParams({})).toBe('');
  });

  test.each([
    ['http://a/b', undefined, undefined, 'http://a/b'],
    ['http://a/b?x=1', undefined, undefined, 'http://a/b?x=1'],
    ['http://a/b?x=1', 'y=2', undefined, 'http://a/b?y=2'],
    ['http://a/b?x=1', '', undefined, 'http://a/b?'],
    ['http://a/b?x=1', null, { z: 3 }, 'http://a/b?x=1&z=3'],
    ['http://a/b', 'y=2', { z: 3 }, 'http://a/b?y=2&z=3'],
    ['http://a/b', null, { z: 3 }, 'http://a/b?z=3'],
  ])('_constructUrl(%j, %j, %j)', (url, query, params, result) => {
    expect(_constructUrl(url, query, params)).toBe(result);
  });
});
