import { expect, test } from 'vitest';
import { parseCookies } from './cookies.js';

test('reads names and decoded values', () => {
  expect({ ...parseCookies('a=1; b="two"; c=%C3%A4; d=x=y') }).toEqual({ a: '1', b: 'two', c: 'ä', d: 'x=y' });
  expect({ ...parseCookies(undefined) }).toEqual({});
});

test('the first of two with the same name counts', () => {
  expect(parseCookies('a=1; a=2').a).toBe('1');
});

test('JSON cookies', () => {
  expect(parseCookies('a=j%3A%7B%22b%22%3A1%7D').a).toEqual({ b: 1 });
  expect(parseCookies('a=j:{').a).toBe('j:{');
});

test('junk does no harm', () => {
  expect({ ...parseCookies(';;=;x;=1; bad=%E0%A4; ok=1') }).toEqual({ bad: '%E0%A4', ok: '1' });
  const cookies = parseCookies('__proto__=1; constructor=2');
  expect(Object.getPrototypeOf(cookies)).toBe(null);
  expect(Object.keys(cookies)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).constructor).toBe(Object);
});
