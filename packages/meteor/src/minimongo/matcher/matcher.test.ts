import { MongoID } from '@bolide/meteor/mongo-id';
import { describe, expect, test } from 'vitest';
import { Matcher } from './matcher.js';
import { idsMatchedBySelector, selectorIsIdPerhapsAsObject } from './selector-ids.js';

const matches = (selector: unknown, document: object) => new Matcher(selector).documentMatches(document).result;

/** Selector, documents that match, documents that do not. */
type Case = [selector: unknown, matching: object[], others: object[]];

const oid = new MongoID.ObjectID('0123456789abcdef01234567');
const bytes = (...values: number[]) => new Uint8Array(values);

const cases: Record<string, Case[]> = {
  equality: [
    [{}, [{}, { a: 1 }], []],
    [{ a: 12 }, [{ a: 12 }, { a: [11, 12, 13] }, { a: 12, b: 13 }], [{ a: 13 }, { b: 12 }, {}, { a: [[12]] }]],
    [{ a: 12, b: 13 }, [{ a: 12, b: 13, c: 1 }], [{ a: 12 }, { a: 12, b: 14 }]],
    [{ a: '12' }, [{ a: '12' }], [{ a: 12 }]],
    [{ a: null }, [{ a: null }, {}, { a: [1, null] }, { a: undefined }], [{ a: 0 }, { a: [] }, { a: '' }]],
    [{ a: undefined }, [{}, { a: null }], [{ a: 1 }]],
    [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: [1, 2, 3] }, { a: 1 }]],
    [{ a: [] }, [{ a: [] }, { a: [[]] }], [{}, { a: [1] }]],
    [{ a: { x: 1, y: 2 } }, [{ a: { x: 1, y: 2 } }, { a: [{ x: 1, y: 2 }] }], [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }]],
    [{ a: {} }, [{ a: {} }], [{ a: { x: 1 } }, {}]],
    [{ a: true }, [{ a: true }], [{ a: 1 }, { a: false }]],
    [{ a: Number.NaN }, [{ a: Number.NaN }], [{ a: 0 }, {}]],
    [{ a: new Date(5) }, [{ a: new Date(5) }], [{ a: new Date(6) }, { a: 5 }]],
    [{ a: bytes(1, 2) }, [{ a: bytes(1, 2) }], [{ a: bytes(1) }, { a: [1, 2] }]],
    [{ a: oid }, [{ a: oid.clone() }], [{ a: oid._str }]],
    [{ constructor: null }, [{}], [{ constructor: 1 }]],
  ],
  ids: [
    ['x', [{ _id: 'x' }], [{ _id: 'y' }, { a: 'x' }]],
    [2, [{ _id: 2 }], [{ _id: '2' }]],
    [oid, [{ _id: oid.clone() }], [{ _id: oid._str }]],
    [undefined, [], [{}, { _id: 'x' }]],
    [null, [], [{}]],
    ['', [{ _id: '' }], [{ _id: 'x' }]],
    [{ _id: undefined }, [], [{ a: 1 }, { _id: null }]],
    [{ _id: '' }, [], [{ _id: '' }]],
  ],
  functions: [
    [
      function (this: { a: number }) {
        return this.a > 1;
      },
      [{ a: 2 }],
      [{ a: 1 }],
    ],
    [{ a: () => false }, [{ a: 1 }, {}], []],
    [
      {
        $where(this: { a: number }, doc: { a: number }) {
          return this.a > 1 && doc.a < 9;
        },
      },
      [{ a: 2 }],
      [{ a: 1 }, { a: 9 }],
    ],
  ],
  inequalities: [
    [{ a: { $lt: 10 } }, [{ a: 9 }, { a: [11, 9, 12] }, { a: -Infinity }], [{ a: 10 }, { a: '9' }, {}, { a: [11] }]],
    [{ a: { $lte: 10 } }, [{ a: 10 }], [{ a: 11 }, { a: null }]],
    [{ a: { $gt: 10 } }, [{ a: 11 }, { a: [1, 12] }], [{ a: 10 }, { a: '11' }, { a: [[11]] }]],
    [{ a: { $gte: null } }, [{ a: null }, {}], [{ a: 1 }]],
    [{ a: { $gt: null } }, [], [{ a: null }, { a: 1 }]],
    [{ a: { $gt: 'b' } }, [{ a: 'c' }], [{ a: 'b' }, { a: 3 }]],
    [{ a: { $gt: new Date(5) } }, [{ a: new Date(6) }], [{ a: new Date(5) }, { a: 6 }]],
    [{ a: { $gte: { x: 2 } } }, [{ a: { x: 2 } }, { a: { x: 3 } }, { a: { x: 2, y: 0 } }], [{ a: { x: 1 } }]],
    [{ a: { $gt: [1] } }, [], [{ a: [2] }, { a: 2 }]],
    [{ a: { $gt: false } }, [{ a: true }], [{ a: false }, { a: 1 }]],
    [{ a: { $gt: bytes(2) } }, [{ a: bytes(3) }, { a: bytes(0, 0) }], [{ a: bytes(1) }]],
    [{ a: { $gt: oid } }, [{ a: new MongoID.ObjectID('f'.repeat(24)) }], [{ a: oid }, { a: 'f'.repeat(24) }]],
    [{ a: { $gt: 1, $lt: 3 } }, [{ a: 2 }, { a: [0, 5] }], [{ a: 3 }, { a: [3] }]],
    [{ 'a.b': { $lte: 1 } }, [{ a: { b: 1 } }, { a: [{ b: 5 }, { b: 0 }] }], [{ a: { b: 2 } }]],
  ],
  '$eq and $ne': [
    [{ a: { $eq: 1 } }, [{ a: 1 }, { a: [2, 1] }], [{ a: 2 }, {}]],
    [{ a: { $eq: { x: 1 } } }, [{ a: { x: 1 } }], [{ a: { x: 1, y: 2 } }]],
    [{ a: { $ne: 1 } }, [{ a: 2 }, {}, { a: [2] }], [{ a: 1 }, { a: [2, 1] }]],
    [{ a: { $ne: null } }, [{ a: 1 }, { a: [] }], [{}, { a: null }]],
    [{ 'a.b': { $ne: 1 } }, [{ a: [{ b: 2 }] }, {}, { a: 1 }], [{ a: [{ b: 2 }, { b: 1 }] }]],
  ],
  '$in and $nin': [
    [{ a: { $in: [1, 2, 'x'] } }, [{ a: 1 }, { a: 'x' }, { a: [5, 2] }], [{ a: 3 }, { a: '1' }, {}]],
    [{ a: { $in: [null] } }, [{}, { a: null }], [{ a: 1 }]],
    [
      { a: { $in: [/^x/, { b: 1 }, [3]] } },
      [{ a: 'xy' }, { a: { b: 1 } }, { a: [3] }, { a: [0, 'x'] }],
      [{ a: 'yx' }, { a: 3 }],
    ],
    [{ a: { $in: [new Date(1), oid] } }, [{ a: new Date(1) }, { a: oid.clone() }], [{ a: 1 }]],
    [{ a: { $in: [] } }, [], [{}, { a: 1 }]],
    [{ a: { $nin: [1, null] } }, [{ a: 2 }], [{ a: 1 }, {}, { a: [1, 2] }]],
    [{ 'a.b': { $nin: [1] } }, [{ a: [{ b: 2 }] }], [{ a: [{ b: 2 }, { b: 1 }] }]],
  ],
  $exists: [
    [{ a: { $exists: true } }, [{ a: 1 }, { a: null }, { a: [] }], [{}, { b: 1 }]],
    [{ a: { $exists: false } }, [{}], [{ a: null }]],
    [{ a: { $exists: 0 } }, [{}], [{ a: 1 }]],
    [{ 'a.x': { $exists: true } }, [{ a: { x: 1 } }, { a: [{ x: 1 }, { y: 2 }] }], [{ a: {} }, { a: [] }, { a: 'x' }]],
  ],
  $mod: [[{ a: { $mod: [10, 1] } }, [{ a: 11 }, { a: [2, 21] }], [{ a: 12 }, { a: '11' }, { a: 11.5 }]]],
  $size: [
    [{ a: { $size: 0 } }, [{ a: [] }], [{ a: [1] }, {}, { a: 0 }, { a: {} }]],
    [{ a: { $size: 1 } }, [{ a: [[5, 5]] }], [{ a: [1, 2] }, { a: 1 }]],
  ],
  $type: [
    [{ a: { $type: 1 } }, [{ a: 1.5 }, { a: ['x', 2] }], [{ a: '1' }, {}]],
    [{ a: { $type: 'string' } }, [{ a: '' }, { a: [1, 'x'] }], [{ a: 1 }]],
    [{ a: { $type: 'object' } }, [{ a: {} }], [{ a: [] }, { a: null }, {}]],
    [{ a: { $type: 'array' } }, [{ a: [[1]] }], [{ a: [1] }, { a: {} }]],
    [{ a: { $type: ['bool', 9] } }, [{ a: true }, { a: new Date() }], [{ a: 1 }]],
    [{ a: { $type: 'null' } }, [{ a: null }], [{}]],
    [{ a: { $type: 'binData' } }, [{ a: bytes() }], [{ a: [] }]],
    [{ a: { $type: 'objectId' } }, [{ a: oid }], [{ a: oid._str }]],
    [{ a: { $type: 'regex' } }, [{ a: /x/ }], [{ a: 'x' }]],
    [{ a: { $type: 'number' } }, [{ a: 1 }], [{ a: '1' }]],
    [{ 'a.0': { $type: 4 } }, [{ a: [[0]] }], [{ a: [0] }]],
  ],
  'regular expressions': [
    [{ a: /a/ }, [{ a: 'cat' }, { a: ['dog', 'cat'] }, { a: /a/ }], [{ a: 'cut' }, {}, { a: 1 }, { a: /a/i }]],
    [{ a: /a/gi }, [{ a: 'CAT' }], [{ a: 'dog' }]],
    [{ a: { $regex: 'A', $options: 'i' } }, [{ a: 'cat' }], [{ a: 'dog' }]],
    [{ a: { $regex: /a/i, $options: '' } }, [{ a: 'cat' }], [{ a: 'CAT' }]],
    [{ a: { $regex: '^b', $options: 'm' } }, [{ a: 'a\nb' }], [{ a: 'ab' }]],
    [{ a: { $regex: 'a.b', $options: 's' } }, [{ a: 'a\nb' }], [{ a: 'ab' }]],
    [{ a: { $regex: '' } }, [{ a: 'anything' }], [{ a: 1 }]],
    [{ a: { $not: /a/ } }, [{ a: 'dog' }, {}, { a: 1 }], [{ a: 'cat' }]],
  ],
  bits: [
    [
      { a: { $bitsAllSet: [0, 2] } },
      [{ a: 5 }, { a: 7 }, { a: bytes(5) }, { a: -1 }],
      [{ a: 4 }, { a: 'x' }, { a: 5.5 }, {}],
    ],
    [{ a: { $bitsAllSet: 5 } }, [{ a: 7 }], [{ a: 2 }]],
    [{ a: { $bitsAnySet: 6 } }, [{ a: 2 }, { a: 4 }], [{ a: 1 }, { a: 0 }]],
    [{ a: { $bitsAllClear: [0, 1] } }, [{ a: 4 }, { a: 0 }], [{ a: 1 }]],
    [{ a: { $bitsAnyClear: 3 } }, [{ a: 1 }, { a: 0 }], [{ a: 3 }, { a: -1 }]],
    [{ a: { $bitsAllSet: bytes(0, 1) } }, [{ a: 256 }, { a: bytes(0, 1) }], [{ a: 1 }, { a: bytes(1) }]],
    [{ a: { $bitsAllSet: [200] } }, [{ a: -2 }], [{ a: 2 ** 53 - 1 }, { a: bytes(255) }]],
    [{ a: { $bitsAllClear: [1e15] } }, [{ a: 1 }, { a: bytes(255) }], [{ a: -1 }]],
  ],
  logic: [
    [{ $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
    [{ $and: [{ a: { $gt: 1 } }], a: { $lt: 3 } }, [{ a: 2 }], [{ a: 3 }, { a: 1 }]],
    [{ $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2, a: 9 }], [{ a: 2, b: 1 }]],
    [{ $or: [{ a: 1 }, { b: 2 }], c: 3 }, [{ a: 1, c: 3 }], [{ a: 1 }]],
    [{ $nor: [{ a: 1 }, { b: 2 }] }, [{}, { a: 2 }], [{ a: 1 }, { b: 2 }]],
    [{ $or: [{ $and: [{ a: 1 }, { $nor: [{ b: 2 }] }] }] }, [{ a: 1 }], [{ a: 1, b: 2 }]],
    [{ a: { $not: { $gt: 5 } } }, [{ a: 5 }, {}, { a: 'x' }], [{ a: 6 }, { a: [1, 6] }]],
    [{ a: { $not: { $not: { $gt: 5 } } } }, [{ a: 6 }], [{ a: 5 }]],
    [{ a: { $not: { $lt: 5, $gt: 1 } } }, [{ a: 6 }], [{ a: 3 }]],
    [{ a: 1, $comment: 'anything' }, [{ a: 1 }], [{ a: 2 }]],
  ],
  $all: [
    [{ a: { $all: [1, 2] } }, [{ a: [2, 3, 1] }], [{ a: [1] }, { a: 1 }, {}]],
    [{ a: { $all: [1] } }, [{ a: 1 }, { a: [1, 2] }], [{ a: 2 }]],
    [{ a: { $all: [/^x/, 'y'] } }, [{ a: ['xx', 'y'] }], [{ a: ['xx'] }]],
    [{ a: { $all: [[1, 2]] } }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [1] }]],
    [{ a: { $all: [] } }, [], [{ a: [] }, { a: [1] }]],
    [{ 'a.b': { $all: [1, 2] } }, [{ a: [{ b: 1 }, { b: 2 }] }], [{ a: [{ b: 1 }] }]],
    [
      { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2, y: 3 } }] } },
      [{ a: [{ x: 1 }, { x: 2, y: 3 }] }],
      [{ a: [{ x: 1 }, { x: 2 }] }],
    ],
  ],
  $elemMatch: [
    [
      { a: { $elemMatch: { x: 1, y: 2 } } },
      [{ a: [{}, { x: 1, y: 2, z: 3 }] }],
      [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }, {}],
    ],
    [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [0, 2] }], [{ a: [1, 3] }, { a: 2 }, { a: [[2]] }]],
    [{ a: { $elemMatch: { x: { $gt: 2 } } } }, [{ a: [5, { x: 3 }] }], [{ a: [{ x: 1 }] }]],
    [{ a: { $elemMatch: { $or: [{ x: 1 }, { y: 2 }] } } }, [{ a: [{ y: 2 }] }], [{ a: [{ y: 1 }] }]],
    [{ a: { $elemMatch: { $or: [{ x: 1 }], y: 2 } } }, [{ a: [{ x: 1, y: 2 }] }], [{ a: [{ x: 1 }] }]],
    [{ a: { $elemMatch: { 'x.y': 1 } } }, [{ a: [{ x: { y: 1 } }, 2] }], [{ a: [{ x: 1 }] }]],
    [{ a: { $elemMatch: { 0: 5 } } }, [{ a: [[5, 6]] }], [{ a: [5] }]],
    [{ a: { $elemMatch: { $elemMatch: { $eq: 1 } } } }, [{ a: [[1]] }], [{ a: [1] }]],
    [{ 'a.b': { $elemMatch: { c: 1 } } }, [{ a: [{ b: [{ c: 1 }] }] }], [{ a: [{ b: { c: 1 } }] }]],
    [{ a: { $elemMatch: { $in: ['x'] } } }, [{ a: ['x'] }], [{ a: 'x' }]],
  ],
  paths: [
    [
      { 'a.b': 1 },
      [{ a: { b: 1 } }, { a: [{ b: 2 }, { b: 1 }] }, { a: { b: [0, 1] } }],
      [{ 'a.b': 1 }, { a: [[{ b: 1 }]] }],
    ],
    [{ 'a.b.c': null }, [{}, { a: 1 }, { a: { b: {} } }, { a: [{ b: 1 }] }], [{ a: { b: { c: 1 } } }, { a: [1] }]],
    [{ 'a.b': null }, [{ a: [{}, 1] }], [{ a: [1] }, { a: [] }]],
    [{ 'a.1': 2 }, [{ a: [1, 2] }, { a: { 1: 2 } }, { a: [{ 1: 2 }] }], [{ a: [2, 1] }, { a: [1] }]],
    [{ 'a.1': null }, [{ a: {} }, {}], [{ a: [1] }]],
    [{ 'a.0': 5 }, [{ a: [5] }], [{ a: [[5]] }]],
    [{ 'a.0.b': 1 }, [{ a: [{ b: 1 }] }, { a: [{ b: [1] }] }], [{ a: [{}, { b: 1 }] }, { a: [1] }]],
    [{ 'a.0.1': 7 }, [{ a: [[6, 7]] }], [{ a: [6, 7] }]],
    [{ 'a.length': 2 }, [{ a: { length: 2 } }], [{ a: [1, 2] }, { a: 'xx' }]],
  ],
  $geoWithin: [
    [
      {
        p: {
          $geoWithin: {
            $box: [
              [0, 0],
              [10, 10],
            ],
          },
        },
      },
      [
        { p: [5, 5] },
        { p: { x: 0, y: 10 } },
        { p: { type: 'Point', coordinates: [1, 1] } },
        {
          p: [
            [50, 50],
            [5, 5],
          ],
        },
      ],
      [{ p: [11, 5] }, {}, { p: 'x' }],
    ],
    [
      {
        p: {
          $geoWithin: {
            $polygon: [
              [0, 0],
              [4, 0],
              [0, 4],
            ],
          },
        },
      },
      [{ p: [1, 1] }, { p: [2, 2] }],
      [{ p: [3, 3] }],
    ],
    [{ p: { $geoWithin: { $center: [[0, 0], 5] } } }, [{ p: [3, 4] }], [{ p: [4, 4] }]],
    [{ p: { $geoWithin: { $centerSphere: [[0, 0], 0.1] } } }, [{ p: [0, 5] }], [{ p: [0, 6] }]],
    [
      {
        p: {
          $geoWithin: {
            $geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [9, 0],
                  [9, 9],
                  [0, 9],
                  [0, 0],
                ],
                [
                  [3, 3],
                  [6, 3],
                  [6, 6],
                  [3, 6],
                  [3, 3],
                ],
              ],
            },
          },
        },
      },
      [
        { p: [1, 1] },
        {
          p: {
            type: 'LineString',
            coordinates: [
              [1, 1],
              [8, 8],
            ],
          },
        },
      ],
      [
        { p: [4, 4] },
        { p: [10, 1] },
        {
          p: {
            type: 'LineString',
            coordinates: [
              [1, 1],
              [10, 8],
            ],
          },
        },
      ],
    ],
    [
      {
        p: {
          $geoWithin: {
            $geometry: {
              type: 'MultiPolygon',
              coordinates: [
                [
                  [
                    [0, 0],
                    [1, 0],
                    [1, 1],
                    [0, 0],
                  ],
                ],
                [
                  [
                    [5, 5],
                    [6, 5],
                    [6, 6],
                    [5, 5],
                  ],
                ],
              ],
            },
          },
        },
      },
      [{ p: [0.8, 0.2] }, { p: [5.8, 5.2] }],
      [{ p: [3, 3] }],
    ],
  ],
};

describe('documentMatches', () => {
  for (const [name, list] of Object.entries(cases)) {
    test(name, () => {
      for (const [selector, matching, others] of list) {
        for (const document of matching)
          expect({ selector, document, result: matches(selector, document) }).toEqual({
            selector,
            document,
            result: true,
          });
        for (const document of others)
          expect({ selector, document, result: matches(selector, document) }).toEqual({
            selector,
            document,
            result: false,
          });
      }
    });
  }

  test('does not depend on what was matched before', () => {
    const matcher = new Matcher({ a: /x/g });
    expect([1, 2, 3].map(() => matcher.documentMatches({ a: 'xx' }).result)).toEqual([true, true, true]);
  });

  test('does not change with the selector that it was made of', () => {
    const selector = { a: { $in: [1] } };
    const matcher = new Matcher(selector);
    selector.a.$in.push(2);
    expect(matcher.documentMatches({ a: 2 }).result).toBe(false);
  });

  test('is for documents only', () => {
    expect(() => new Matcher({}).documentMatches(5)).toThrow('needs a document');
  });
});

describe('array indices', () => {
  const indices = (selector: unknown, document: object) => new Matcher(selector).documentMatches(document).arrayIndices;

  test('tell which element has matched', () => {
    expect(indices({ a: 2 }, { a: [1, 2] })).toEqual([1]);
    expect(indices({ a: 2 }, { a: 2 })).toBeUndefined();
    expect(indices({ 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] })).toEqual([1]);
    expect(indices({ 'a.b': 2 }, { a: [{ b: 1 }, { b: [0, 0, 2] }] })).toEqual([1, 2]);
    expect(indices({ 'a.1': 2 }, { a: [1, 2] })).toEqual([1, 'x']);
    expect(indices({ a: { $elemMatch: { b: 2 } } }, { a: [{ b: 1 }, { b: 2 }] })).toEqual([1]);
    expect(indices({ a: { $gt: 1 } }, { a: [1, 5, 9] })).toEqual([1]);
  });

  test('are those of the last condition, and missing where no element stands for all', () => {
    expect(indices({ a: 1, b: 9 }, { a: [1], b: [7, 8, 9] })).toEqual([2]);
    expect(indices({ $or: [{ a: 2 }] }, { a: [1, 2] })).toEqual([1]);
    expect(indices({ $or: [{ a: 2 }, { a: 3 }] }, { a: [1, 2] })).toBeUndefined();
    expect(indices({ a: { $ne: 5 } }, { a: [1, 2] })).toBeUndefined();
  });
});

describe('$near', () => {
  const distance = (selector: unknown, document: object) => new Matcher(selector).documentMatches(document).distance;

  test('finds pairs of coordinates and tells how far they are', () => {
    expect(distance({ p: { $near: [0, 0] } }, { p: [3, 4] })).toBe(5);
    expect(distance({ p: { $near: { x: 0, y: 0 } } }, { p: { x: 3, y: 4 } })).toBe(5);
    expect(
      distance(
        { p: { $near: [0, 0] } },
        {
          p: [
            [30, 40],
            [6, 8],
          ],
        },
      ),
    ).toBe(10);
    expect(matches({ p: { $near: [0, 0], $maxDistance: 5 } }, { p: [3, 4] })).toBe(true);
    expect(matches({ p: { $near: [0, 0], $maxDistance: 4.9 } }, { p: [3, 4] })).toBe(false);
    expect(matches({ p: { $near: [0, 0], $minDistance: 6 } }, { p: [3, 4] })).toBe(false);
    expect(matches({ p: { $near: [0, 0] } }, { p: 'nowhere' })).toBe(false);
  });

  test('finds GeoJSON, in metres', () => {
    const near = (extra: object) => ({ p: { $near: { $geometry: { type: 'Point', coordinates: [0, 0] }, ...extra } } });
    const point = { p: { type: 'Point', coordinates: [0, 1] } };
    expect(distance(near({}), point)).toBeCloseTo(111_195, -1);
    expect(distance(near({}), { p: [0, 1] })).toBeCloseTo(111_195, -1);
    expect(matches(near({ $maxDistance: 111_000 }), point)).toBe(false);
    expect(matches(near({ $minDistance: 112_000 }), point)).toBe(false);
    const line = {
      p: {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [0, 1],
        ],
      },
    };
    expect(matches(near({ $maxDistance: 112_000 }), line)).toBe(true);
    expect(matches(near({ $maxDistance: 1 }), line)).toBe(false);
  });

  test('in an update takes the first point that there is', () => {
    const { result, arrayIndices } = new Matcher({ 'a.p': { $near: [0, 0] } }, true).documentMatches({
      a: [{ p: [9, 9] }, { p: [1, 1] }],
    });
    expect([result, arrayIndices?.[0]]).toEqual([true, 0]);
  });
});

describe('selectors that make no sense', () => {
  test.each<[unknown, string]>([
    [true, 'Invalid selector'],
    [[], 'Invalid selector'],
    [bytes(1), 'Invalid selector'],
    [{ $unknown: 1 }, 'Unrecognized logical operator: $unknown'],
    [{ a: { $unknown: 1 } }, 'Unrecognized operator: $unknown'],
    [{ a: { $gt: 1, b: 2 } }, 'Inconsistent operator'],
    [{ a: { $in: [{ $gt: 1 }] } }, 'cannot nest $ under $in'],
    [{ a: { $in: 5 } }, '$in needs an array'],
    [{ a: { $ne: { $gt: 1 } } }, 'operator object'],
    [{ a: { $all: 5 } }, '$all requires array'],
    [{ a: { $all: [{ $gt: 5 }] } }, 'no $ expressions in $all'],
    [{ a: { $size: {} } }, '$size needs a number'],
    [{ a: { $mod: 5 } }, '$mod must be an array of two numbers'],
    [{ a: { $mod: [1, 'x'] } }, '$mod must be an array of two numbers'],
    [{ a: { $type: 'nonsense' } }, 'unknown string alias'],
    [{ a: { $type: 'constructor' } }, 'unknown string alias'],
    [{ a: { $type: 55 } }, 'Invalid numerical $type code'],
    [{ a: { $type: {} } }, 'not a number or a string'],
    [{ a: { $regex: 5 } }, '$regex has to be a string or RegExp'],
    [{ a: { $regex: 'a', $options: 'x' } }, 'regexp options are supported'],
    [{ a: { $regex: '(' } }, 'regular expression'],
    [{ a: { $options: 'i' } }, '$options needs a $regex'],
    [{ a: { $elemMatch: 5 } }, '$elemMatch need an object'],
    [{ a: { $bitsAllSet: -1 } }, 'operand to $bitsAllSet'],
    [{ a: { $bitsAnySet: [1.5] } }, 'operand to $bitsAnySet'],
    [{ a: { $bitsAllClear: 2 ** 40 } }, 'operand to $bitsAllClear'],
    [{ a: { $near: 'x' } }, '$near argument must be coordinate pair or GeoJSON'],
    [{ a: { $near: { $geometry: { type: 'Nonsense' } } } }, '$geometry must be a GeoJSON point'],
    [{ $and: [{ a: { $near: [0, 0] } }] }, "$near can't be inside another $ operator"],
    [{ a: { $maxDistance: 1 } }, '$maxDistance needs a $near'],
    [{ a: { $near: [0, 0], $maxDistance: 'x' } }, '$maxDistance must be a number'],
    [{ a: { $geoWithin: {} } }, '$geoWithin needs one of'],
    [{ a: { $geoWithin: { $box: [[0, 0]] } } }, '$box needs at least 2'],
    [{ a: { $geoWithin: { $center: [[0, 0], -1] } } }, '$center needs a pair of coordinates and a radius'],
    [{ a: { $geoWithin: { $geometry: { type: 'Point', coordinates: [0, 0] } } } }, 'Polygon or MultiPolygon'],
    [{ $and: [] }, '$and/$or/$nor must be nonempty array'],
    [{ $or: {} }, '$and/$or/$nor must be nonempty array'],
    [{ $nor: [5] }, '$or/$and/$nor entries need to be full objects'],
    [{ $where: 'true' }, '$where must be a function: text is not run as code'],
  ])('%j', (selector, message) => {
    expect(() => new Matcher(selector)).toThrow(message);
  });
});

describe('what is known of a selector', () => {
  test('its paths', () => {
    const paths = (selector: unknown) => new Matcher(selector)._getPaths();
    expect(paths({ a: 1, 'b.c': 2, $or: [{ d: { $elemMatch: { e: 1 } } }] })).toEqual(['a', 'b.c', 'd']);
    expect(paths('x')).toEqual(['_id']);
    expect(paths({ $where: () => true })).toEqual(['']);
  });

  test('whether it is simple, has $where, has $near', () => {
    const facts = (selector: unknown) => {
      const matcher = new Matcher(selector);
      return [matcher.isSimple(), matcher.hasWhere(), matcher.hasGeoQuery()];
    };
    expect(facts({ a: 1, b: { $gt: 2 }, c: { $in: [1, 'x'] }, d: { $ne: null } })).toEqual([true, false, false]);
    for (const selector of [
      { a: /x/ },
      { a: { $gt: 'x' } },
      { a: { $in: [{}] } },
      { $or: [{ a: 1 }] },
      { a: { $exists: true } },
    ]) {
      expect(facts(selector)[0]).toBe(false);
    }
    expect(facts({ $where: () => true })).toEqual([false, true, false]);
    expect(facts({ a: { $near: [0, 0] } })).toEqual([false, false, true]);
  });

  test('the ids that it names', () => {
    expect(idsMatchedBySelector('x')).toEqual(['x']);
    expect(idsMatchedBySelector({ _id: 'x', a: 1 })).toEqual(['x']);
    expect(idsMatchedBySelector({ _id: { $in: ['x', oid] } })).toEqual(['x', oid]);
    expect(idsMatchedBySelector({ $and: [{ a: 1 }, { _id: 'y' }] })).toEqual(['y']);
    for (const selector of [{}, undefined, { _id: { $gt: 'x' } }, { _id: { $in: [] } }, { $or: [{ _id: 'x' }] }]) {
      expect(idsMatchedBySelector(selector)).toBeNull();
    }
    expect([{ _id: 'x' }, 'x', 5, oid].map(selectorIsIdPerhapsAsObject)).toEqual([true, true, true, true]);
    expect([{ _id: 'x', a: 1 }, {}, null, { _id: {} }].map(selectorIsIdPerhapsAsObject)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
