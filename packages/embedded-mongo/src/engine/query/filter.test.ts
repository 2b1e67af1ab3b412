import { Binary, BSONRegExp, Decimal128, type Document, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { describe, expect, test } from 'vitest';
import { compileFilter } from './filter.js';

const ID = new ObjectId('0123456789abcdef01234567');

/** filter, documents that pass, documents that do not */
const CASES: readonly (readonly [Document, readonly Document[], readonly Document[]])[] = [
  [{}, [{}, { a: 1 }], []],
  [
    { a: 5 },
    [{ a: 5 }, { a: new Double(5) }, { a: Long.fromNumber(5) }, { a: Decimal128.fromString('5.0') }, { a: [1, 5] }],
    [{ a: '5' }, { a: [[5]] }, {}],
  ],
  [{ a: Long.fromString('9007199254740993') }, [{ a: Long.fromString('9007199254740993') }], [{ a: 9007199254740992 }]],
  [{ a: 'x' }, [{ a: 'x' }, { a: ['y', 'x'] }], [{ a: 'X' }, { a: null }]],
  [{ a: ID }, [{ a: new ObjectId(ID.toHexString()) }], [{ a: ID.toHexString() }]],
  [{ a: null }, [{ a: null }, {}, { a: [null] }], [{ a: 0 }, { a: [] }]],
  [{ a: { $ne: null } }, [{ a: 0 }, { a: [] }], [{}, { a: null }, { a: [1, null] }]],
  [{ 'a.b': null }, [{}, { a: 5 }, { a: {} }, { a: [{ b: 1 }, {}] }], [{ a: { b: 1 } }, { a: [5] }, { a: [] }]],
  [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: 1 }]],
  [{ a: { x: 1, y: 2 } }, [{ a: { x: 1, y: 2 } }, { a: [{ x: 1, y: 2 }] }], [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }]],
  [{ a: {} }, [{ a: {} }], [{ a: { x: 1 } }, {}]],
  [
    { a: { $gt: 3 } },
    [{ a: 4 }, { a: Long.fromNumber(4) }, { a: [1, 4] }],
    [{ a: 3 }, { a: '4' }, { a: null }, { a: Number.NaN }, {}],
  ],
  [{ a: { $gte: null } }, [{ a: null }, {}], [{ a: 1 }]],
  [{ a: { $lt: null } }, [], [{ a: null }, {}, { a: 1 }]],
  [{ a: { $gte: Number.NaN } }, [{ a: Number.NaN }], [{ a: 1 }]],
  [{ a: { $lt: 'b' } }, [{ a: 'a' }, { a: '' }], [{ a: 'b' }, { a: 1 }]],
  [{ a: { $gt: '\uffff' } }, [{ a: '\u{1F600}' }], [{ a: '\ufffe' }]],
  [{ a: { $gt: new Date(5) } }, [{ a: new Date(6) }], [{ a: 6 }]],
  [{ a: { $gt: false } }, [{ a: true }], [{ a: 1 }]],
  [{ a: { $gt: new Timestamp({ t: 1, i: 1 }) } }, [{ a: new Timestamp({ t: 1, i: 2 }) }], [{ a: new Date() }]],
  [{ a: { $gt: [1] } }, [{ a: [2] }, { a: [1, 0] }], [{ a: [0] }, { a: 5 }]],
  [{ a: { $gt: { x: 1 } } }, [{ a: { x: 2 } }], [{ a: { x: 1 } }]],
  [{ a: { $gt: new MinKey() } }, [{ a: 1 }, { a: null }, {}], [{ a: new MinKey() }]],
  [{ a: { $lt: new MaxKey() } }, [{ a: 1 }, { a: 'x' }], [{ a: new MaxKey() }]],
  [{ a: { $gt: 1, $lt: 5 } }, [{ a: 3 }, { a: [0, 9] }], [{ a: 5 }]],
  [
    { a: { $in: [1, 'x', null] } },
    [{ a: 1 }, { a: 'x' }, {}, { a: null }, { a: ['x'] }, { a: new Double(1) }],
    [{ a: 2 }, { a: [] }],
  ],
  [{ a: { $in: [/^x/, 5] } }, [{ a: 'xy' }, { a: 5 }], [{ a: 'yx' }]],
  [{ a: { $in: [[1]] } }, [{ a: [1] }, { a: [[1]] }], [{ a: 1 }]],
  [{ a: { $in: [] } }, [], [{ a: 1 }, {}]],
  [{ a: { $nin: [1, 2] } }, [{ a: 3 }, {}], [{ a: 1 }, { a: [3, 2] }]],
  [{ a: { $ne: 1 } }, [{ a: 2 }, {}], [{ a: 1 }, { a: [2, 1] }]],
  [{ a: { $not: { $gt: 3 } } }, [{ a: 3 }, {}, { a: 'x' }], [{ a: 4 }]],
  [{ a: { $not: /x/ } }, [{ a: 'y' }, {}], [{ a: 'x' }]],
  [{ a: { $exists: true } }, [{ a: null }, { a: [] }], [{}]],
  [{ a: { $exists: 0 } }, [{}], [{ a: null }]],
  [{ 'a.b': { $exists: false } }, [{ a: [{ c: 1 }] }, {}], [{ a: [{ b: 1 }] }]],
  [{ a: { $type: 'string' } }, [{ a: 'x' }, { a: [1, 'x'] }], [{ a: 1 }, {}]],
  [{ a: { $type: 'number' } }, [{ a: 1 }, { a: Long.ONE }, { a: Decimal128.fromString('1') }], [{ a: '1' }]],
  [{ a: { $type: ['int', 10] } }, [{ a: 1 }, { a: null }], [{ a: 1.5 }, {}]],
  [{ a: { $type: 'array' } }, [{ a: [] }, { a: [[]] }], [{ a: 1 }]],
  [{ a: { $type: 'double' } }, [{ a: 1.5 }, { a: new Double(1) }], [{ a: 1 }]],
  [{ a: /^x/i }, [{ a: 'Xy' }, { a: ['a', 'x'] }, { a: new BSONRegExp('^x', 'i') }], [{ a: 'yx' }, { a: 1 }]],
  [{ a: new BSONRegExp('^x.y$', 's') }, [{ a: 'x\ny' }], [{ a: 'xy' }]],
  [{ a: { $regex: 'a b # comment', $options: 'x' } }, [{ a: 'ab' }], [{ a: 'a b' }]],
  [{ a: { $regex: '(?i)HELLO' } }, [{ a: 'hello' }], []],
  [{ a: { $regex: '^b$', $options: 'm' } }, [{ a: 'a\nb\nc' }], [{ a: 'abc' }]],
  [{ a: { $regex: '\\Aa[[:digit:]]\\z' } }, [{ a: 'a7' }], [{ a: 'a7\n' }]],
  [{ a: { $regex: 'a\\-b' } }, [{ a: 'a-b' }], []],
  [{ a: { $regex: 'x', $ne: 'xx' } }, [{ a: 'x' }], [{ a: 'xx' }]],
  [{ a: { $mod: [4, 1] } }, [{ a: 5 }, { a: Long.fromNumber(9) }, { a: 5.5 }], [{ a: 4 }, { a: 'x' }, {}]],
  [{ a: { $mod: [4, -1] } }, [{ a: -5 }], [{ a: 5 }]],
  [{ a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: 'xx' }, {}]],
  [{ a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }], [{ a: [1] }, { a: 1 }]],
  [{ a: { $all: [[1]] } }, [{ a: [1] }, { a: [[1]] }], [{ a: 1 }]],
  [{ a: { $all: [] } }, [], [{ a: [] }, {}]],
  [
    { a: { $all: [{ $elemMatch: { x: 1, y: 1 } }, { $elemMatch: { x: 2 } }] } },
    [{ a: [{ x: 1, y: 1 }, { x: 2 }] }],
    [{ a: [{ x: 1, y: 1 }] }],
  ],
  [
    { a: { $elemMatch: { x: 1, y: 2 } } },
    [{ a: [{ x: 1, y: 2 }] }],
    [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }],
  ],
  [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [0, 2] }], [{ a: [0, 5] }, { a: 2 }, { a: [[2]] }]],
  [{ a: { $elemMatch: { $or: [{ x: 1 }, { x: 2 }] } } }, [{ a: [{ x: 2 }] }], [{ a: [{ x: 3 }] }]],
  [{ a: { $elemMatch: { $elemMatch: { $eq: 1 } } } }, [{ a: [[1]] }], [{ a: [1] }]],
  [{ 'a.0': 1 }, [{ a: [1, 2] }, { a: { 0: 1 } }, { a: [{ 0: 1 }] }], [{ a: [2, 1] }, { a: [[1]] }]],
  [{ 'a.1.b': 1 }, [{ a: [0, { b: 1 }] }], [{ a: [{ b: 1 }, 0] }]],
  [{ 'a.b.c': 1 }, [{ a: [{ b: [{ c: 1 }] }] }, { a: { b: { c: [1] } } }], [{ a: [[{ b: { c: 1 } }]] }]],
  [
    { a: { $bitsAllSet: [0, 2] } },
    [{ a: 5 }, { a: Long.fromNumber(7) }, { a: new Binary(Uint8Array.of(5)) }],
    [{ a: 4 }, { a: 1.5 }, { a: 'x' }],
  ],
  [{ a: { $bitsAnyClear: 3 } }, [{ a: 1 }], [{ a: 3 }]],
  [{ a: { $bitsAllSet: [200] } }, [{ a: -1 }], [{ a: 1 }]],
  [{ $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
  [{ $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }], [{}]],
  [{ $nor: [{ a: 1 }, { b: 2 }] }, [{}], [{ a: 1 }]],
  [{ $expr: { $gt: ['$a', '$b'] } }, [{ a: 2, b: 1 }], [{ a: 1, b: 2 }]],
  [{ $comment: 'why', a: 1 }, [{ a: 1 }], [{ a: 2 }]],
  [{ a: { $ref: 'c', $id: 1 } }, [{ a: { $ref: 'c', $id: 1 } }], [{ a: { $ref: 'c', $id: 2 } }]],
  [{ constructor: { $exists: true } }, [{ constructor: 1 }], [{}]],
  [{ '__proto__.polluted': null }, [{}], []],
  [
    {
      $jsonSchema: {
        required: ['a'],
        properties: { a: { bsonType: 'int', minimum: 2, exclusiveMinimum: true }, b: { enum: ['x', 'y'] } },
        additionalProperties: false,
      },
    },
    [{ a: 3 }, { a: 3, b: 'x' }],
    [{}, { a: 2 }, { a: 'x' }, { a: 3, b: 'z' }, { a: 3, c: 1 }],
  ],
  [
    {
      $jsonSchema: {
        properties: {
          l: { bsonType: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', maxLength: 2 } },
        },
      },
    },
    [{}, { l: ['a', 'bb'] }],
    [{ l: [] }, { l: ['a', 'a'] }, { l: ['ccc'] }, { l: 'a' }],
  ],
  [
    { $jsonSchema: { oneOf: [{ required: ['a'] }, { required: ['b'] }], not: { required: ['c'] } } },
    [{ a: 1 }],
    [{ a: 1, b: 1 }, {}, { a: 1, c: 1 }],
  ],
  [
    { $jsonSchema: { patternProperties: { '^n': { type: 'number', multipleOf: 0.5 } }, dependencies: { a: ['b'] } } },
    [{ n1: 1.5 }, { a: 1, b: 1 }],
    [{ n1: 'x' }, { n2: 0.7 }, { a: 1 }],
  ],
  [
    {
      p: {
        $geoWithin: {
          $box: [
            [0, 0],
            [2, 2],
          ],
        },
      },
    },
    [{ p: [1, 1] }, { p: { x: 1, y: 2 } }],
    [{ p: [3, 1] }, { p: 'x' }, {}],
  ],
  [
    {
      p: {
        $geoIntersects: {
          $geometry: {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [4, 4],
            ],
          },
        },
      },
    },
    [
      {
        p: {
          type: 'LineString',
          coordinates: [
            [0, 4],
            [4, 0],
          ],
        },
      },
      { p: { type: 'Point', coordinates: [1, 1] } },
    ],
    [{ p: { type: 'Point', coordinates: [1, 2] } }],
  ],
];

describe('filters', () => {
  for (const [filter, passing, failing] of CASES) {
    test(JSON.stringify(filter), () => {
      const matches = compileFilter(filter);
      for (const document of passing) expect([document, matches(document)]).toEqual([document, true]);
      for (const document of failing) expect([document, matches(document)]).toEqual([document, false]);
    });
  }

  test('with variables', () => {
    const matches = compileFilter({ $expr: { $eq: ['$a', '$$x'] } }, { textOrder: undefined, variables: { x: 5 } });
    expect(matches({ a: 5 })).toBe(true);
    expect(matches({ a: 6 })).toBe(false);
  });
});

describe('bad filters', () => {
  for (const [filter, code] of [
    [{ $frobnicate: 1 }, 2],
    [{ a: { $frobnicate: 1 } }, 2],
    [{ a: { $gt: 1, b: 2 } }, 2],
    [{ $and: {} }, 2],
    [{ $or: [] }, 2],
    [{ $or: [1] }, 2],
    [{ a: { $in: 1 } }, 2],
    [{ a: { $in: [{ $gt: 1 }] } }, 2],
    [{ a: { $nin: 1 } }, 2],
    [{ a: { $not: 1 } }, 2],
    [{ a: { $not: {} } }, 2],
    [{ a: { $regex: 5 } }, 2],
    [{ a: { $regex: '(' } }, 51091],
    [{ a: { $regex: 'a', $options: 'q' } }, 51108],
    [{ a: { $options: 'i' } }, 2],
    [{ a: { $gt: /x/ } }, 2],
    [{ a: { $ne: /x/ } }, 2],
    [{ a: { $mod: [0, 1] } }, 2],
    [{ a: { $mod: [1] } }, 2],
    [{ a: { $size: -1 } }, 9],
    [{ a: { $size: 'x' } }, 9],
    [{ a: { $all: 1 } }, 2],
    [{ a: { $elemMatch: 1 } }, 2],
    [{ a: { $type: 'thing' } }, 2],
    [{ a: { $type: 99 } }, 2],
    [{ a: { $bitsAllSet: 'x' } }, 2],
    [{ a: { $bitsAllSet: -1 } }, 9],
    [{ $where: 'true' }, 2],
    [{ $jsonSchema: { frobnicate: 1 } }, 9],
    [{ $jsonSchema: { required: [] } }, 9],
    [{ a: { $geoWithin: { $blob: 1 } } }, 2],
    [
      {
        a: {
          $geoWithin: {
            $geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [1, 1],
                  [2, 0],
                ],
              ],
            },
          },
        },
      },
      2,
    ],
    [{ a: { $near: 'here' } }, 2],
    [{ $text: { $search: 5 } }, 14],
    [{ $expr: { $frobnicate: 1 } }, 168],
  ] as const) {
    test(`${JSON.stringify(filter)} is error ${code}`, () => {
      expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code }));
    });
  }

  test('nested too deeply are refused', () => {
    let filter: Document = { a: 1 };
    for (let i = 0; i < 500; i++) filter = { $and: [filter] };
    expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code: 15 }));
  });
});
