import { expect, test } from 'vitest';
import { jsonErrorPosition } from './json-error-position.js';

const valid = [
  'null',
  ' [1, -2.5e+3, "a\\u00fc\\n", {"": [[]]}, true, false] ',
  '{"a":{"b":{}}}',
  '"\u2028"',
  '0',
  '[]',
];
const invalid = [
  '',
  '01',
  '1.',
  '.5',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '"\n"',
  '"\\x"',
  'nul',
  'NaN',
  '[',
  '{"a"}',
  '1 2',
  '\u00a01',
  '-',
];

test('agrees with JSON.parse about what is JSON', () => {
  for (const text of valid) {
    expect(jsonErrorPosition(text)).toBe(undefined);
    JSON.parse(text);
  }
  for (const text of invalid) {
    expect(jsonErrorPosition(text)?.reason).toBeTruthy();
    expect(() => JSON.parse(text)).toThrow();
  }
});

test('deep nesting ends in an error, not in a stack overflow', () => {
  expect(jsonErrorPosition('['.repeat(1_000_000))?.reason).toBe('it is nested too deeply');
});
