import type { Document } from 'bson';
import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { compileFilter } from '../query/compile-filter.js';
import { findMatchedPosition } from '../update/matched-position.js';
import { compileProjection } from './compile-projection.js';
import { projectBytes } from './project-bytes.js';

function project(document: Document, projection: Document, filter: Document = {}): Document {
  const { node } = compileFilter(filter);
  const compiled = compileProjection(projection, {
    dialect: 'find',
    textOrder: undefined,
    variables: undefined,
    matchedPosition: (whole, path) => findMatchedPosition(node, whole, path),
  });
  return decodeDocument(projectBytes(encodeDocument(document), compiled));
}

const DOCUMENT: Document = {
  _id: 1,
  a: 1,
  b: { c: 2, d: { e: 3, f: 4 } },
  list: [{ x: 1, y: 2 }, { x: 3 }, 5, [{ x: 6, y: 7 }]],
  numbers: [1, 2, 3, 4],
};

const { _id, a, b, list, numbers } = DOCUMENT;

const CASES: readonly (readonly [Document, Document])[] = [
  [{ a: 1 }, { _id, a }],
  [{ a: true, _id: 0 }, { a }],
  [{ _id: 1 }, { _id }],
  [{ _id: 0 }, { a, b, list, numbers }],
  [
    { a: 0, list: 0, numbers: false },
    { _id, b },
  ],
  [{ absent: 1 }, { _id }],
  [{ 'b.c': 1 }, { _id, b: { c: 2 } }],
  [{ b: { d: { e: 1 } } }, { _id, b: { d: { e: 3 } } }],
  [
    { 'b.d.e': 0, list: 0, numbers: 0 },
    { _id, a, b: { c: 2, d: { f: 4 } } },
  ],
  [{ 'list.x': 1 }, { _id, list: [{ x: 1 }, { x: 3 }, [{ x: 6 }]] }],
  [
    { 'list.x': 0, b: 0, numbers: 0 },
    { _id, a, list: [{ y: 2 }, {}, 5, [{ y: 7 }]] },
  ],
  [{ 'a.z': 1 }, { _id }],
  [
    { numbers: { $slice: 2 }, a: 1 },
    { _id, a, numbers: [1, 2] },
  ],
  [
    { a: 1, numbers: { $slice: -1 } },
    { _id, a, numbers: [4] },
  ],
  [
    { numbers: { $slice: [1, 2] }, list: 0, b: 0 },
    { _id, a, numbers: [2, 3] },
  ],
  [{ list: { $elemMatch: { x: 3 } } }, { _id, list: [{ x: 3 }] }],
  [{ list: { $elemMatch: { x: 99 } } }, { _id }],
  [{ sum: { $add: ['$a', '$b.c'] } }, { _id, sum: 3 }],
  [
    { a: '$b.c', copy: '$a' },
    { _id, a: 2, copy: 1 },
  ],
  [
    { 'b.new': { $literal: 9 }, 'b.c': 1 },
    { _id, b: { c: 2, new: 9 } },
  ],
  [{ made: { up: '$a' } }, { _id, made: { up: 1 } }],
];

describe('projections', () => {
  for (const [projection, expected] of CASES) {
    test(JSON.stringify(projection), () => {
      expect(project(DOCUMENT, projection)).toEqual(expected);
    });
  }

  test('give the _id first and the others as the document has them', () => {
    expect(Object.keys(project(DOCUMENT, { numbers: 1, a: 1 }))).toEqual(['_id', 'a', 'numbers']);
  });

  test('give the matched element', () => {
    expect(project(DOCUMENT, { 'numbers.$': 1 }, { numbers: { $gt: 2 } })).toEqual({ _id, numbers: [3] });
    expect(project(DOCUMENT, { 'list.$': 1 }, { 'list.x': 3 })).toEqual({ _id, list: [{ x: 3 }] });
    expect(() => project(DOCUMENT, { 'numbers.$': 1 }, { a: 1 })).toThrow(expect.objectContaining({ code: 51246 }));
  });
});

describe('bad projections', () => {
  for (const [projection, code] of [
    [{ a: 1, b: 0 }, 31254],
    [{ a: 0, b: 1 }, 31253],
    [{ a: 1, 'a.b': 1 }, 31249],
    [{ 'a.b': 1, a: 1 }, 31249],
    [{ a: 0, b: { $add: [1, 2] } }, 31252],
    [{ '': 1 }, 40352],
    [{ a: {} }, 51270],
    [{ 'a.b': { $elemMatch: { c: 1 } } }, 31275],
    [{ a: { $frobnicate: 1 } }, 168],
    [{ a: { $slice: 'x' } }, 28667],
    [{ 'a.$': 0 }, 31395],
  ] as const) {
    test(`${JSON.stringify(projection)} is error ${code}`, () => {
      expect(() => project(DOCUMENT, projection)).toThrow(expect.objectContaining({ code }));
    });
  }
});
