import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';

test('valid JSON, also with a byte order mark', () => {
  expect(parseJson('\uFEFF {"a": [1, -2.5e3, "\\u00e9", true, null, {}, []]} ', 'x.json')).toEqual({
    a: [1, -2500, 'é', true, null, {}, []],
  });
});

test.each([
  ['{\n  "a": 1,\n}', 'x.json:3:1: not valid JSON: unexpected "}"'],
  ['{"a": tru}', 'x.json:1:7: not valid JSON: unexpected "t"'],
  ['{"a" 1}', 'x.json:1:6: not valid JSON: unexpected "1"'],
  ["{'a': 1}", 'x.json:1:2: not valid JSON: unexpected "\'"'],
  ['[1, 2', 'x.json:1:6: not valid JSON: unexpected end of file'],
  ['', 'x.json:1:1: not valid JSON: unexpected end of file'],
  ['{"a": 1}\n{', 'x.json:2:1: not valid JSON: unexpected "{"'],
  ['{"a": 01}', 'x.json:1:8: not valid JSON: unexpected "1"'],
  ['"a\nb"', 'x.json:1:3: not valid JSON: unexpected "\\n"'],
  ['{"a": // no\n 1}', 'x.json:1:7: not valid JSON: unexpected "/"'],
  ['[1,]', 'x.json:1:4: not valid JSON: unexpected "]"'],
  ['[[[1}]]', 'x.json:1:5: not valid JSON: unexpected "}"'],
  ['{"a":1 "b":2}', 'x.json:1:8: not valid JSON: unexpected "\\""'],
])('%j', (text, message) => {
  expect(() => parseJson(text, 'x.json')).toThrow(message);
});

test('the place of an error is shown', () => {
  expect(() => parseJson('{\n  "a": x\n}', 'x.json')).toThrow(
    expect.objectContaining({ detail: '  1 | {\n> 2 |   "a": x\n    |        ^\n  3 | }' }),
  );
});

test('deep nesting does not overflow the stack while an error is looked for', () => {
  expect(() => parseJson('['.repeat(100_000), 'x.json')).toThrow('x.json:1:100001: not valid JSON');
});
