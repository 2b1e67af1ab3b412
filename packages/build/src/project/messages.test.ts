import { expect, test } from 'vitest';
import { codeFrame, displayPath, shown } from './messages.js';

test('paths below the folder are relative, others absolute', () => {
  expect(displayPath('/app', '/app/packages/a/package.js')).toBe('packages/a/package.js');
  expect(displayPath('/app', '/elsewhere/package.js')).toBe('/elsewhere/package.js');
  expect(displayPath('/app', '/app')).toBe('.');
});

test('a code frame shows the lines around the place', () => {
  expect(codeFrame('one\ntwo\n\tthree\nfour\nfive', 3, 3)).toBe(
    '  1 | one\n  2 | two\n> 3 | \tthree\n    | \t ^\n  4 | four',
  );
  expect(codeFrame('one', 1)).toBe('> 1 | one');
});

test('values are shown as JSON, cut when long', () => {
  expect(shown({ a: 1 })).toBe('{"a":1}');
  expect(shown(undefined)).toBe('undefined');
  expect(shown('x'.repeat(100))).toHaveLength(60);
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(shown(circular)).toBe('[object Object]');
});
