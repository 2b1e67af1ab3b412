import { describe, expect, test } from 'vitest';
import { EJSON } from './ejson.js';

const value = { b: [2, { d: 4, c: 3 }], a: 1 };
const indentedCanonical = `{
  "a": 1,
  "b": [
    2,
    {
      "c": 3,
      "d": 4
    }
  ]
}`;

describe('EJSON.stringify', () => {
  test('without options as JSON.stringify', () => {
    for (const plain of [null, true, false, 123, 'abc', [1, 2, 3], value]) {
      expect(EJSON.stringify(plain)).toBe(JSON.stringify(plain));
    }
    expect(EJSON.stringify([1], { canonical: false })).toBe('[1]');
  });

  test('canonical sorts keys at every level', () => {
    expect(EJSON.stringify(value, { canonical: true })).toBe('{"a":1,"b":[2,{"c":3,"d":4}]}');
    expect(EJSON.stringify(value, { canonical: true, indent: true })).toBe(indentedCanonical);
    expect(EJSON.stringify({ z: new Date(1), a: undefined, b: [undefined, () => 1] }, { canonical: true })).toBe(
      '{"b":[null,null],"z":{"$date":1}}',
    );
  });

  test('indent by true, number and string', () => {
    expect(EJSON.stringify(value, { indent: true })).toBe(JSON.stringify(value, null, 2));
    expect(EJSON.stringify(value, { indent: 4 })).toBe(JSON.stringify(value, null, 4));
    expect(EJSON.stringify([1, 2], { indent: '--' })).toBe('[\n--1,\n--2\n]');
    expect(EJSON.stringify({ a: {}, b: [] }, { indent: true })).toBe('{\n  "a": {},\n  "b": []\n}');
  });
});
