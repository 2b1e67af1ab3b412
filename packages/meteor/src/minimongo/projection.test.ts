import { describe, expect, test } from 'vitest';
import { createProjection } from './projection.js';
import type { PlainObject } from './values/bson-type.js';

const document = { _id: 'x', a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, { g: 3 }, 5, null] };

describe('createProjection', () => {
  test.each<[object, PlainObject]>([
    [{}, document],
    [{ a: 1 }, { _id: 'x', a: 1 }],
    [{ a: true, _id: 0 }, { a: 1 }],
    [{ _id: 1 }, { _id: 'x' }],
    [{ _id: 0 }, { a: 1, b: { c: 2, d: 3 }, e: document.e }],
    [
      { _id: 1, a: 1 },
      { _id: 'x', a: 1 },
    ],
    [{ 'b.c': 1 }, { _id: 'x', b: { c: 2 } }],
    [
      { 'b.c': 1, 'b.d': 1 },
      { _id: 'x', b: { c: 2, d: 3 } },
    ],
    [{ 'a.x': 1 }, { _id: 'x' }],
    [
      { 'b.x': 1, missing: 1 },
      { _id: 'x', b: {} },
    ],
    [{ 'e.f': 1 }, { _id: 'x', e: [{ f: 1 }, {}, null] }],
    [
      { e: 0, b: 0 },
      { _id: 'x', a: 1 },
    ],
    [
      { 'b.c': 0, e: false },
      { _id: 'x', a: 1, b: { d: 3 } },
    ],
    [
      { 'e.f': 0, a: 0, b: 0 },
      { _id: 'x', e: [{ g: 2 }, { g: 3 }, 5, null] },
    ],
    [
      { 'a.x': 0, b: 0, e: 0 },
      { _id: 'x', a: 1 },
    ],
    [{ _id: 0, a: 0, b: 0 }, { e: document.e }],
  ])('%j', (fields, expected) => {
    const projection = createProjection(fields);
    expect(projection.copy(document)).toEqual(expected);
    expect(projection.share(document)).toEqual(expected);
  });

  test('copy shares nothing with the document, share all that it can', () => {
    const { copy, share } = createProjection({ b: 1 });
    expect(copy(document).b).not.toBe(document.b);
    expect(share(document).b).toBe(document.b);
    const whole = createProjection({});
    expect(whole.copy(document).b).not.toBe(document.b);
    expect(whole.share(document)).not.toBe(document);
  });

  test.each<[unknown, string]>([
    [5, 'fields option must be an object'],
    [[], 'fields option must be an object'],
    [{ a: 1, b: 0 }, 'cannot currently mix including and excluding'],
    [{ a: 1, 'a.b': 1 }, 'both a.b and a found in fields option'],
    [{ 'a.b': 1, 'a.b.c': 1 }, 'both a.b.c and a.b found in fields option'],
    [{ 'a.$': 1 }, "doesn't support $ operator in projections"],
    [{ a: { $slice: 1 } }, "doesn't support operators in projections"],
    [{ a: 'x' }, 'should be one of 1, 0, true, or false'],
    [{ a: {} }, 'should be one of 1, 0, true, or false'],
  ])('%j is refused', (fields, message) => {
    expect(() => createProjection(fields)).toThrow(message);
  });
});
