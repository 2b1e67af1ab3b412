import { Binary, Decimal128, type Document, Double, Long, ObjectId, Timestamp } from 'bson';
import { describe, expect, test } from 'vitest';
import { compileExpression } from './compile-expression.js';

const DOCUMENT: Document = {
  a: 5,
  b: 2,
  half: 2.5,
  text: 'Hello wörld',
  list: [3, 1, 2],
  nested: { x: 1, list: [{ y: 1 }, { y: 2 }, { z: 3 }, 4] },
  docs: [
    { k: 'p', v: 1 },
    { k: 'q', v: 2 },
  ],
  date: new Date('2024-03-31T01:30:45.678Z'),
  nothing: null,
  id: new ObjectId('65f000000000000000000000'),
};

function evaluate(expression: unknown, variables?: Document): unknown {
  return compileExpression(expression, variables ? { variables } : {})(DOCUMENT);
}

const MISSING = undefined;

const CASES: readonly (readonly [unknown, unknown])[] = [
  ['$a', 5],
  ['$nested.x', 1],
  ['$nested.list.y', [1, 2]],
  ['$list.0', []],
  ['$absent', MISSING],
  ['$absent.deeper', MISSING],
  ['plain', 'plain'],
  [{ $literal: '$a' }, '$a'],
  [
    ['$a', '$absent', 1],
    [5, null, 1],
  ],
  [{ x: '$a', y: '$absent' }, { x: 5 }],
  ['$$ROOT.a', 5],
  ['$$CURRENT.b', 2],
  ['$$REMOVE', MISSING],
  // Arithmetic
  [{ $add: ['$a', '$b', 1] }, 8],
  [{ $add: ['$a', null] }, null],
  [{ $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
  [{ $add: [Long.MAX_VALUE, 1] }, 2 ** 63],
  [{ $add: [1, 0.5] }, 1.5],
  [{ $add: [0.5, 0.5] }, new Double(1)],
  [{ $add: [Decimal128.fromString('0.1'), 1] }, Decimal128.fromString('1.1')],
  [{ $add: ['$date', 1000] }, new Date('2024-03-31T01:30:46.678Z')],
  [{ $subtract: ['$a', '$half'] }, 2.5],
  [{ $subtract: ['$date', new Date('2024-03-31T01:30:45.000Z')] }, Long.fromNumber(678)],
  [{ $subtract: ['$date', 678] }, new Date('2024-03-31T01:30:45.000Z')],
  [{ $multiply: ['$a', '$b', 2] }, 20],
  [{ $divide: ['$a', '$b'] }, 2.5],
  [{ $divide: [4, 2] }, new Double(2)],
  [{ $divide: [Decimal128.fromString('1'), 3] }, Decimal128.fromString('0.3333333333333333333333333333333333')],
  [{ $mod: [-7, 3] }, -1],
  [{ $mod: [7.5, 2] }, 1.5],
  [{ $abs: -3 }, 3],
  [{ $ceil: 1.2 }, new Double(2)],
  [{ $floor: -1.2 }, new Double(-2)],
  [{ $floor: 3 }, 3],
  [{ $round: [2.5] }, new Double(2)],
  [{ $round: [3.5, 0] }, new Double(4)],
  [{ $round: [1234.567, 1] }, 1234.6],
  [{ $round: [1250, -2] }, 1200],
  [{ $trunc: [-1.99, 1] }, -1.9],
  [{ $pow: [2, 10] }, 1024],
  [{ $pow: [2, -1] }, 0.5],
  [{ $sqrt: 16 }, new Double(4)],
  [{ $log10: 1000 }, new Double(3)],
  [{ $log: [8, 2] }, new Double(3)],
  [{ $exp: 0 }, new Double(1)],
  [{ $bitAnd: [6, 3] }, 2],
  [{ $bitXor: [6, Long.fromNumber(3)] }, Long.fromNumber(5)],
  [{ $bitNot: 0 }, -1],
  // Comparison and logic
  [{ $eq: ['$a', new Double(5)] }, true],
  [{ $eq: ['$absent', null] }, false],
  [{ $lt: [null, 1] }, true],
  [{ $gt: ['a', 1] }, true],
  [{ $cmp: [1, 2] }, -1],
  [{ $and: ['$a', { $gt: ['$b', 1] }] }, true],
  [{ $and: [] }, true],
  [{ $or: [0, null, '$absent'] }, false],
  [{ $not: ['$nothing'] }, true],
  [{ $cond: [{ $gt: ['$a', 3] }, 'big', 'small'] }, 'big'],
  // biome-ignore lint/suspicious/noThenProperty: that is the operator's own word
  [{ $cond: { if: '$nothing', then: 1, else: 2 } }, 2],
  [{ $ifNull: ['$absent', '$nothing', 7] }, 7],
  // biome-ignore lint/suspicious/noThenProperty: that is the operator's own word
  [{ $switch: { branches: [{ case: { $eq: ['$a', 1] }, then: 'one' }], default: 'other' } }, 'other'],
  [{ $let: { vars: { x: '$a', y: 1 }, in: { $add: ['$$x', '$$y'] } } }, 6],
  // Arrays
  [{ $arrayElemAt: ['$list', -1] }, 2],
  [{ $arrayElemAt: ['$list', 9] }, MISSING],
  [{ $first: '$list' }, 3],
  [{ $last: '$list' }, 2],
  [{ $size: '$list' }, 3],
  [{ $slice: ['$list', 2] }, [3, 1]],
  [{ $slice: ['$list', -1] }, [2]],
  [{ $slice: ['$list', 1, 1] }, [1]],
  [{ $concatArrays: ['$list', [9]] }, [3, 1, 2, 9]],
  [{ $filter: { input: '$list', as: 'n', cond: { $gte: ['$$n', 2] } } }, [3, 2]],
  [{ $filter: { input: '$list', cond: { $gte: ['$$this', 1] }, limit: 1 } }, [3]],
  [{ $map: { input: '$list', as: 'n', in: { $multiply: ['$$n', 2] } } }, [6, 2, 4]],
  [{ $map: { input: '$docs', in: '$$this.v' } }, [1, 2]],
  [{ $reduce: { input: '$list', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
  [{ $in: [2, '$list'] }, true],
  [{ $indexOfArray: ['$list', 2] }, 2],
  [{ $range: [0, 10, 3] }, [0, 3, 6, 9]],
  [{ $reverseArray: '$list' }, [2, 1, 3]],
  [{ $sortArray: { input: '$list', sortBy: 1 } }, [1, 2, 3]],
  [
    { $sortArray: { input: '$docs', sortBy: { v: -1 } } },
    [
      { k: 'q', v: 2 },
      { k: 'p', v: 1 },
    ],
  ],
  [
    { $zip: { inputs: ['$list', ['a', 'b']], useLongestLength: true, defaults: [0, 'z'] } },
    [
      [3, 'a'],
      [1, 'b'],
      [2, 'z'],
    ],
  ],
  [{ $isArray: '$list' }, true],
  [{ $isArray: ['$a'] }, false],
  [{ $arrayToObject: '$docs' }, { p: 1, q: 2 }],
  [{ $arrayToObject: [[['x', 1]]] }, { x: 1 }],
  [
    { $objectToArray: '$nested' },
    [
      { k: 'x', v: 1 },
      { k: 'list', v: [{ y: 1 }, { y: 2 }, { z: 3 }, 4] },
    ],
  ],
  [{ $maxN: { input: '$list', n: 2 } }, [3, 2]],
  [{ $anyElementTrue: [[0, null, 1]] }, true],
  [{ $allElementsTrue: [[1, 0]] }, false],
  [
    {
      $setUnion: [
        [3, 1],
        [1, 2],
      ],
    },
    [1, 2, 3],
  ],
  [
    {
      $setIntersection: [
        [3, 1, 1],
        [1, 3],
      ],
    },
    [1, 3],
  ],
  [{ $setDifference: [[3, 1, 3], [1]] }, [3]],
  [
    {
      $setEquals: [
        [1, 2],
        [2, 1, 1],
      ],
    },
    true,
  ],
  [{ $setIsSubset: [[1], [2, 1]] }, true],
  // Accumulators over operands
  [{ $sum: '$list' }, 6],
  [{ $sum: ['$a', '$b', 'x'] }, 7],
  [{ $avg: '$list' }, new Double(2)],
  [{ $max: ['$a', '$list'] }, [3, 1, 2]],
  [{ $min: '$list' }, 1],
  [{ $stdDevPop: [2, 4] }, new Double(1)],
  // Texts
  [{ $concat: ['$text', '!'] }, 'Hello wörld!'],
  [{ $concat: ['$text', '$nothing'] }, null],
  [{ $toUpper: '$text' }, 'HELLO WöRLD'],
  [{ $toLower: 'ABC' }, 'abc'],
  [{ $strLenCP: '$text' }, 11],
  [{ $strLenBytes: '$text' }, 12],
  [{ $substrCP: ['$text', 6, 3] }, 'wör'],
  [{ $substrBytes: ['$text', 0, 5] }, 'Hello'],
  [{ $substr: ['$text', 0, -1] }, 'Hello wörld'],
  [{ $indexOfCP: ['$text', 'r'] }, 8],
  [{ $indexOfBytes: ['$text', 'r'] }, 9],
  [{ $split: ['a,b,,c', ','] }, ['a', 'b', '', 'c']],
  [{ $trim: { input: '  x ' } }, 'x'],
  [{ $ltrim: { input: 'xxay', chars: 'x' } }, 'ay'],
  [{ $strcasecmp: ['abc', 'ABD'] }, -1],
  [{ $replaceOne: { input: 'aXbX', find: 'X', replacement: { $literal: '$&' } } }, 'a$&bX'],
  [{ $replaceAll: { input: 'aXbX', find: 'X', replacement: '-' } }, 'a-b-'],
  [{ $regexMatch: { input: '$text', regex: /W/i } }, true],
  [{ $regexFind: { input: 'ab12', regex: '([a-z])(\\d)' } }, { match: 'b1', idx: 1, captures: ['b', '1'] }],
  [
    { $regexFindAll: { input: 'a1b2', regex: '[a-z]' } },
    [
      { match: 'a', idx: 0, captures: [] },
      { match: 'b', idx: 2, captures: [] },
    ],
  ],
  // Dates
  [{ $year: '$date' }, 2024],
  [{ $month: '$date' }, 3],
  [{ $dayOfMonth: { date: '$date', timezone: 'America/New_York' } }, 30],
  [{ $hour: { date: '$date', timezone: 'Europe/Berlin' } }, 3],
  [{ $hour: { date: '$date', timezone: '+05:30' } }, 7],
  [{ $millisecond: '$date' }, 678],
  [{ $dayOfWeek: '$date' }, 1],
  [{ $isoDayOfWeek: '$date' }, 7],
  [{ $dayOfYear: '$date' }, 91],
  [{ $week: '$date' }, 13],
  [{ $isoWeek: '$date' }, 13],
  [{ $isoWeekYear: new Date('2021-01-03T00:00:00Z') }, Long.fromNumber(2020)],
  [{ $dateToString: { date: '$date' } }, '2024-03-31T01:30:45.678Z'],
  [
    { $dateToString: { date: '$date', format: '%d.%m.%Y %H:%M %z', timezone: 'Europe/Berlin' } },
    '31.03.2024 03:30 +0200',
  ],
  [{ $dateToString: { date: '$absent', onNull: 'none' } }, 'none'],
  [
    { $dateFromString: { dateString: '2024-03-31T10:00:00', timezone: 'Europe/Berlin' } },
    new Date('2024-03-31T08:00:00Z'),
  ],
  [{ $dateFromString: { dateString: '31.3.2024', format: '%d.%m.%Y' } }, new Date('2024-03-31T00:00:00Z')],
  [{ $dateFromString: { dateString: 'rubbish', onError: 'bad' } }, 'bad'],
  [{ $dateFromParts: { year: 2024, month: 14, day: 1 } }, new Date('2025-02-01T00:00:00Z')],
  [{ $dateFromParts: { isoWeekYear: 2024, isoWeek: 1 } }, new Date('2024-01-01T00:00:00Z')],
  [
    { $dateToParts: { date: '$date' } },
    { year: 2024, month: 3, day: 31, hour: 1, minute: 30, second: 45, millisecond: 678 },
  ],
  [{ $dateAdd: { startDate: '$date', unit: 'month', amount: 1 } }, new Date('2024-04-30T01:30:45.678Z')],
  [
    { $dateAdd: { startDate: new Date('2024-03-30T12:00:00Z'), unit: 'day', amount: 1, timezone: 'Europe/Berlin' } },
    new Date('2024-03-31T11:00:00Z'),
  ],
  [{ $dateSubtract: { startDate: '$date', unit: 'hour', amount: 2 } }, new Date('2024-03-30T23:30:45.678Z')],
  [{ $dateDiff: { startDate: new Date('2023-12-31T23:00:00Z'), endDate: '$date', unit: 'month' } }, Long.fromNumber(3)],
  [{ $dateDiff: { startDate: new Date('2024-03-30T00:00:00Z'), endDate: '$date', unit: 'week' } }, Long.fromNumber(1)],
  [{ $dateTrunc: { date: '$date', unit: 'month' } }, new Date('2024-03-01T00:00:00Z')],
  [{ $dateTrunc: { date: '$date', unit: 'week', startOfWeek: 'monday' } }, new Date('2024-03-25T00:00:00Z')],
  [{ $dateTrunc: { date: '$date', unit: 'minute', binSize: 15 } }, new Date('2024-03-31T01:30:00Z')],
  [{ $toDate: '$id' }, new Date('2024-03-12T07:10:56Z')],
  // Types
  [{ $type: '$a' }, 'int'],
  [{ $type: '$absent' }, 'missing'],
  [{ $type: '$half' }, 'double'],
  [{ $isNumber: Long.ONE }, true],
  [{ $toInt: '42' }, 42],
  [{ $toInt: 3.9 }, 3],
  [{ $toLong: true }, Long.ONE],
  [{ $toDouble: '1e3' }, new Double(1000)],
  [{ $toDecimal: '1.50' }, Decimal128.fromString('1.50')],
  [{ $toString: 1.5 }, '1.5'],
  [{ $toString: '$date' }, '2024-03-31T01:30:45.678Z'],
  [{ $toBool: 'false' }, true],
  [{ $toObjectId: '65f000000000000000000000' }, new ObjectId('65f000000000000000000000')],
  [{ $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
  [{ $convert: { input: '$nothing', to: 'int', onNull: 0 } }, 0],
  [{ $tsSecond: new Timestamp({ t: 7, i: 1 }) }, Long.fromNumber(7)],
  [{ $binarySize: new Binary(Buffer.from('abc')) }, 3],
  [{ $bsonSize: {} }, 5],
  // Objects
  [{ $mergeObjects: [{ a: 1 }, '$nothing', { b: 2 }] }, { a: 1, b: 2 }],
  [{ $getField: 'a' }, 5],
  [{ $getField: { field: 'x', input: '$nested' } }, 1],
  [{ $setField: { field: 'new.name', input: { a: 1 }, value: 2 } }, { a: 1, 'new.name': 2 }],
  [{ $unsetField: { field: 'a', input: { a: 1, b: 2 } } }, { b: 2 }],
];

describe('expressions', () => {
  for (const [expression, expected] of CASES) {
    test(JSON.stringify(expression), () => {
      const value = evaluate(expression);
      expect(value).toEqual(expected);
      // An int and a double of one value are not the same.
      expect(Object.getPrototypeOf(value ?? {})).toBe(Object.getPrototypeOf(expected ?? {}));
    });
  }

  test('know the variables they are given', () => {
    expect(evaluate({ $add: ['$$x', '$$y.z'] }, { x: 1, y: { z: 2 } })).toBe(3);
    expect(evaluate('$$NOW')).toBeInstanceOf(Date);
  });

  test('compute in doubles what has no place in integers', () => {
    expect(evaluate({ $pow: [10, 30] })).toBe(1e30);
    expect(evaluate({ $multiply: [Long.MAX_VALUE, 2] })).toBe(2 ** 64);
  });
});

describe('bad expressions', () => {
  for (const [expression, code] of [
    [{ $frobnicate: 1 }, 168],
    [{ $add: 1, $subtract: 1 }, 15983],
    [{ $cmp: [1] }, 16020],
    [{ $ifNull: [1] }, 28667],
    ['$$unknown', 17276],
    ['$', 16872],
    ['$a..b', 15998],
    [{ 'a.b': 1 }, 16405],
    [{ $add: ['x', 1] }, 14],
    [{ $divide: [1, 0] }, 2],
    [{ $mod: [1, 0] }, 16610],
    [{ $concat: [1] }, 16702],
    [{ $size: '$a' }, 17124],
    [{ $arrayElemAt: ['$a', 0] }, 28689],
    [{ $in: [1, 2] }, 40081],
    [{ $toInt: 'x' }, 241],
    [{ $toInt: 1e10 }, 241],
    [{ $toDate: 'x' }, 241],
    [{ $year: 'x' }, 16006],
    [{ $hour: { date: '$date', timezone: 'Nowhere/Land' } }, 40485],
    [{ $dateToString: { date: '$date', format: '%q' } }, 18536],
    // biome-ignore lint/suspicious/noThenProperty: that is the operator's own word
    [{ $switch: { branches: [{ case: false, then: 1 }] } }, 40066],
    [{ $let: { vars: { $x: 1 }, in: 1 } }, 16867],
    [{ $map: { input: '$list' } }, 9],
    [{ $range: [0, 1e9] }, 146],
    [{ $regexMatch: { input: 'x', regex: '(' } }, 51091],
    [{ $mergeObjects: [1] }, 40400],
  ] as const) {
    test(`${JSON.stringify(expression)} is error ${code}`, () => {
      expect(() => evaluate(expression)).toThrow(expect.objectContaining({ code }));
    });
  }

  test('nested too deeply are refused', () => {
    let expression: unknown = 1;
    for (let i = 0; i < 1000; i++) expression = { $abs: expression };
    expect(() => evaluate(expression)).toThrow(expect.objectContaining({ code: 15 }));
  });
});
