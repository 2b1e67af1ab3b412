import { expect, test } from 'vitest';
import { stableJson } from './stable-json.js';

test('the same value gives the same bytes, whatever the order of its keys', () => {
  const text = '{\n  "a": [\n    {\n      "x": 1,\n      "y": 2\n    }\n  ],\n  "b": null\n}\n';
  expect(stableJson({ b: null, a: [{ y: 2, x: 1 }], c: undefined })).toBe(text);
  expect(stableJson({ a: [{ x: 1, y: 2 }], b: null })).toBe(text);
});

test('a key named __proto__ is a key', () => {
  expect(stableJson(JSON.parse('{"__proto__": 1}'))).toBe('{\n  "__proto__": 1\n}\n');
});
