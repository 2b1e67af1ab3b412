import { describe, expect, test } from 'vitest';
import { decodePath, stripPrefix, targetPath, targetQuery } from './request-target.js';

describe('targetPath', () => {
  test.each([
    ['/', '/'],
    ['/a/b?c=/d', '/a/b'],
    ['/?', '/'],
    ['//', '//'],
    ['//host/a', '//host/a'],
    ['http://host/a?b', '/a'],
    ['HTTPS://host:80/a', '/a'],
    ['http://host', '/'],
    ['http://host?b', '/'],
    ['/a/../b', '/b'],
    ['/../../a', '/a'],
    ['/a/%2e%2E/b', '/b'],
    ['/a/.%2e/b', '/b'],
    ['/a\\b', '/a/b'],
    ['/.hidden', '/.hidden'],
    ['/a%20b', '/a%20b'],
    ['http://', undefined],
    ['http:///a', undefined],
    ['ftp://host/a', undefined],
    ['*', undefined],
    ['a/b', undefined],
    ['host:80', undefined],
    ['', undefined],
  ])('%s: %s', (target, path) => {
    expect(targetPath(target)).toBe(path);
  });
});

test('targetQuery', () => {
  expect(targetQuery('/a')).toBe('');
  expect(targetQuery('/a?')).toBe('');
  expect(targetQuery('/a?b?c')).toBe('b?c');
});

describe('stripPrefix', () => {
  test.each([
    ['/a', '', '/a'],
    ['/app', '/app', '/'],
    ['/app/', '/app', '/'],
    ['/app/a', '/app', '/a'],
    ['/application', '/app', undefined],
    ['/', '/app', undefined],
    ['/favicon.ico', '/app', '/favicon.ico'],
    ['/robots.txt', '/app', '/robots.txt'],
    ['/app/robots.txt', '/app', '/robots.txt'],
  ])('%s below %s', (path, prefix, below) => {
    expect(stripPrefix(path, prefix)).toBe(below);
  });
});

describe('decodePath', () => {
  test.each([
    ['/a b', '/a b'],
    ['/a%20b', '/a b'],
    ['/%C3%A9', '/é'],
    ['/%2e%2e%2fa', '/../a'],
    ['/%', undefined],
    ['/%zz', undefined],
    ['/%ff', undefined],
    ['/a%00', undefined],
  ])('%s: %s', (path, decoded) => {
    expect(decodePath(path)).toBe(decoded);
  });
});
