import { Decimal128, type Document, Double, Long, ObjectId, Timestamp } from 'bson';
import { describe, expect, test } from 'vitest';
import { copyValue } from '../bson/copy-value.js';
import { compileFilter } from '../query/compile-filter.js';
import type { UpdateDescription } from '../types.js';
import { compileUpdate } from './compile-update.js';

interface Options {
  readonly filter?: Document;
  readonly arrayFilters?: readonly Document[];
}

function compile(update: Document | readonly Document[], { filter = {}, arrayFilters }: Options = {}) {
  return compileUpdate(update, {
    filter: compileFilter(filter).node,
    arrayFilters,
    textOrder: undefined,
    variables: undefined,
  });
}

function apply(document: Document, update: Document | readonly Document[], options?: Options): Document {
  return compile(update, options).apply({ _id: 1, ...document }).document;
}

function describeChanges(
  document: Document,
  update: Document | readonly Document[],
  options?: Options,
): UpdateDescription {
  const result = compile(update, options).apply({ _id: 1, ...document });
  return result.changes.describe(result.document);
}

/** document, update, result */
const CASES: readonly (readonly [Document, Document, Document])[] = [
  [{}, { $set: { a: 1 } }, { a: 1 }],
  [{ a: 1 }, { $set: { b: 2, a: 3 } }, { a: 3, b: 2 }],
  [{}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  [{ a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
  [{ a: [1] }, { $set: { 'a.3': 9 } }, { a: [1, null, null, 9] }],
  [{ a: {} }, { $set: { 'a.0': 9 } }, { a: { 0: 9 } }],
  [{ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2, 'a.0.c': 3 } }, { a: [{ b: 2, c: 3 }] }],
  [{}, { $set: { a: { $literally: 1 } } }, { a: { $literally: 1 } }],
  [{}, { $set: {} }, {}],
  [{ a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  [{ a: { b: 1, c: 2 } }, { $unset: { 'a.b': '', 'x.y': '' } }, { a: { c: 2 } }],
  [{ a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { a: [1, null, 3] }],
  [{ a: 5 }, { $unset: { 'a.b': '' } }, { a: 5 }],
  [{ a: 1 }, { $inc: { a: 2, b: -1 } }, { a: 3, b: -1 }],
  [{ a: 2147483647 }, { $inc: { a: 1 } }, { a: Long.fromNumber(2147483648) }],
  [{ a: Long.fromNumber(5) }, { $inc: { a: 1 } }, { a: Long.fromNumber(6) }],
  [{ a: 1 }, { $inc: { a: 0.5 } }, { a: 1.5 }],
  [{ a: 1.5 }, { $inc: { a: 0.5 } }, { a: new Double(2) }],
  [
    { a: Decimal128.fromString('0.1') },
    { $inc: { a: Decimal128.fromString('0.2') } },
    { a: Decimal128.fromString('0.3') },
  ],
  [{ a: 0.1 }, { $inc: { a: Decimal128.fromString('0.2') } }, { a: Decimal128.fromString('0.300000000000000') }],
  [{ a: 3 }, { $mul: { a: 4, b: 5 } }, { a: 12, b: 0 }],
  [{}, { $mul: { b: Long.fromNumber(5) } }, { b: Long.ZERO }],
  [{ a: 3, b: 'x' }, { $min: { a: 2, b: 5, c: 7 } }, { a: 2, b: 5, c: 7 }],
  [{ a: 3, b: 5 }, { $max: { a: 2, b: 'x' } }, { a: 3, b: 'x' }],
  [{ a: 1, b: { c: 2 } }, { $rename: { a: 'z', 'b.c': 'y.x' } }, { b: {}, z: 1, y: { x: 2 } }],
  [{ a: 1 }, { $rename: { nothing: 'z' } }, { a: 1 }],
  [{ a: 13 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
  [{ a: 3 }, { $bit: { a: { or: Long.fromNumber(4), xor: 1 } } }, { a: Long.fromNumber(6) }],
  [{ a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  [{}, { $push: { a: 1 } }, { a: [1] }],
  [{ a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  [{ a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  [{ a: [1, 4] }, { $push: { a: { $each: [2, 3], $position: 1 } } }, { a: [1, 2, 3, 4] }],
  [{ a: [1, 4] }, { $push: { a: { $each: [2], $position: -1 } } }, { a: [1, 2, 4] }],
  [{ a: [1, 4] }, { $push: { a: { $each: [2], $slice: 2 } } }, { a: [1, 4] }],
  [{ a: [1, 4] }, { $push: { a: { $each: [2, 3], $slice: -2 } } }, { a: [2, 3] }],
  [{ a: [1, 4] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
  [{ a: [3, 1] }, { $push: { a: { $each: [2], $sort: 1 } } }, { a: [1, 2, 3] }],
  [
    { a: [{ n: 3 }, { n: 1, m: 2 }, { n: 1, m: 1 }] },
    { $push: { a: { $each: [{ n: 2 }], $sort: { n: -1, m: 1 } } } },
    { a: [{ n: 3 }, { n: 2 }, { n: 1, m: 1 }, { n: 1, m: 2 }] },
  ],
  [{ a: [1] }, { $addToSet: { a: 1 } }, { a: [1] }],
  [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2, new Double(1)] } } }, { a: [1, 2] }],
  [{ a: [{ x: 1 }] }, { $addToSet: { a: { x: 1 } } }, { a: [{ x: 1 }] }],
  [{ a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
  [{ a: [1, 2, 3] }, { $pop: { a: -1, b: 1 } }, { a: [2, 3] }],
  [{ a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [{ a: [{ x: 1, y: 1 }, { x: 2 }, 7] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }, 7] }],
  [{ a: [{ x: 1 }, { x: 5 }] }, { $pull: { a: { x: { $gt: 3 } } } }, { a: [{ x: 1 }] }],
  [{ a: ['ab', 'cd'] }, { $pull: { a: /^a/ } }, { a: ['cd'] }],
  [{ a: [[1], [2]] }, { $pull: { a: [1] } }, { a: [[2]] }],
  [{ a: [1, 2, 3, 2] }, { $pullAll: { a: [2, 3] } }, { a: [1] }],
  [{ a: [{ b: 1 }, { b: 2 }] }, { $set: { 'a.$[].b': 0 } }, { a: [{ b: 0 }, { b: 0 }] }],
  [{ a: [[1, 2], [3]] }, { $inc: { 'a.$[].$[]': 1 } }, { a: [[2, 3], [4]] }],
];

describe('operators', () => {
  for (const [document, update, expected] of CASES) {
    test(`${JSON.stringify(document)} ${JSON.stringify(update)}`, () => {
      expect(apply(copyValue(document), update)).toEqual({ _id: 1, ...expected });
    });
  }

  test('add fields in the order of their names', () => {
    expect(Object.keys(apply({}, { $set: { c: 1, a: 1 }, $inc: { b: 1 } }))).toEqual(['_id', 'a', 'b', 'c']);
    expect(Object.keys(apply({}, { $set: { '10': 1, '9': 1, x: 1 } }))).toEqual(
      expect.arrayContaining(['9', '10', 'x']),
    );
  });

  test('$currentDate', () => {
    const { d, t } = apply({}, { $currentDate: { d: true, t: { $type: 'timestamp' } } });
    expect(Math.abs(d.getTime() - Date.now())).toBeLessThan(60_000);
    expect(t).toBeInstanceOf(Timestamp);
  });

  test('do not change what has that value and type already', () => {
    expect(compile({ $set: { a: 1 } }).apply({ _id: 1, a: 1 }).changes.isEmpty).toBe(true);
    expect(compile({ $set: { a: Long.ONE } }).apply({ _id: 1, a: 1 }).changes.isEmpty).toBe(false);
    expect(compile({ $max: { a: 1 } }).apply({ _id: 1, a: 5 }).changes.isEmpty).toBe(true);
    expect(compile({ $pull: { a: 5 } }).apply({ _id: 1, a: [1] }).changes.isEmpty).toBe(true);
  });

  test('do not share what is stored with what was given', () => {
    const given = { list: [1] };
    const update = compile({ $set: { a: given } });
    const first = update.apply({ _id: 1 }).document;
    first.a.list.push(2);
    expect(update.apply({ _id: 2 }).document.a).toEqual({ list: [1] });
  });
});

describe('the matched element', () => {
  test('is the first that the condition on its array has found', () => {
    expect(apply({ a: [1, 5, 9] }, { $set: { 'a.$': 0 } }, { filter: { a: { $gt: 3 } } })).toEqual({
      _id: 1,
      a: [1, 0, 9],
    });
    expect(apply({ a: [{ b: 1 }, { b: 2 }] }, { $set: { 'a.$.c': 0 } }, { filter: { 'a.b': 2 } })).toEqual({
      _id: 1,
      a: [{ b: 1 }, { b: 2, c: 0 }],
    });
    expect(
      apply(
        {
          a: [
            { b: 1, c: 1 },
            { b: 1, c: 2 },
          ],
        },
        { $inc: { 'a.$.b': 5 } },
        { filter: { a: { $elemMatch: { b: 1, c: 2 } } } },
      ),
    ).toEqual({
      _id: 1,
      a: [
        { b: 1, c: 1 },
        { b: 6, c: 2 },
      ],
    });
    expect(apply({ x: [7], a: [1, 2] }, { $set: { 'a.$': 0 } }, { filter: { x: 7, a: 2 } })).toEqual({
      _id: 1,
      x: [7],
      a: [1, 0],
    });
  });

  test('is missed if no condition has found one', () => {
    expect(() => apply({ a: [1] }, { $set: { 'a.$': 0 } })).toThrow(
      expect.objectContaining({ code: 2, message: expect.stringContaining('positional operator') }),
    );
  });
});

describe('array filters', () => {
  test('choose elements', () => {
    expect(apply({ a: [1, 5, 9] }, { $set: { 'a.$[x]': 0 } }, { arrayFilters: [{ x: { $gte: 5 } }] })).toEqual({
      _id: 1,
      a: [1, 0, 0],
    });
    expect(
      apply(
        {
          a: [
            { b: [{ c: 1 }, { c: 2 }], d: 1 },
            { b: [{ c: 2 }], d: 2 },
          ],
        },
        { $set: { 'a.$[x].b.$[y].e': 1 } },
        { arrayFilters: [{ 'x.d': 1 }, { 'y.c': 2 }] },
      ),
    ).toEqual({
      _id: 1,
      a: [
        { b: [{ c: 1 }, { c: 2, e: 1 }], d: 1 },
        { b: [{ c: 2 }], d: 2 },
      ],
    });
  });

  test('are checked', () => {
    for (const [update, arrayFilters, code] of [
      [{ $set: { 'a.$[x]': 0 } }, [], 2],
      [{ $set: { a: 0 } }, [{ x: 1 }], 9],
      [{ $set: { 'a.$[x]': 0 } }, [{ x: 1 }, { x: 2 }], 9],
      [{ $set: { 'a.$[x]': 0 } }, [{ x: 1, y: 2 }], 9],
      [{ $set: { 'a.$[x]': 0 } }, [{}], 9],
      [{ $set: { 'a.$[X]': 0 } }, [{ X: 1 }], 2],
    ] as const) {
      expect(() => compile(update, { arrayFilters })).toThrow(expect.objectContaining({ code }));
    }
  });
});

describe('bad updates', () => {
  for (const [document, update, code] of [
    [{}, { $frobnicate: { a: 1 } }, 9],
    [{}, { $set: 1 }, 9],
    [{}, { $set: { a: 1 }, b: 2 }, 9],
    [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    [{}, { $set: { a: 1, 'a.b': 1 } }, 40],
    [{}, { $set: { 'a.b': 1 }, $unset: { a: 1 } }, 40],
    [{}, { $rename: { a: 'b' }, $set: { b: 1 } }, 40],
    [{ a: 1 }, { $set: { 'a.b': 1 } }, 28],
    [{ a: [1] }, { $set: { 'a.b': 1 } }, 28],
    [{ a: 'x' }, { $inc: { a: 1 } }, 14],
    [{}, { $inc: { a: 'x' } }, 14],
    [{ a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
    [{ a: 'x' }, { $mul: { a: 2 } }, 14],
    [{ a: 1 }, { $push: { a: 1 } }, 2],
    [{ a: 1 }, { $addToSet: { a: 1 } }, 2],
    [{ a: 1 }, { $pull: { a: 1 } }, 2],
    [{ a: 1 }, { $pop: { a: 1 } }, 14],
    [{}, { $pop: { a: 2 } }, 9],
    [{}, { $pullAll: { a: 1 } }, 2],
    [{}, { $push: { a: { $each: 1 } } }, 2],
    [{}, { $push: { a: { $each: [], $what: 1 } } }, 2],
    [{}, { $push: { a: { $each: [], $slice: 'x' } } }, 2],
    [{}, { $push: { a: { $each: [], $sort: 2 } } }, 2],
    [{}, { $addToSet: { a: { $each: 1 } } }, 14],
    [{}, { $rename: { a: 1 } }, 2],
    [{}, { $rename: { a: 'a' } }, 2],
    [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
    [{}, { $bit: { a: { nand: 1 } } }, 2],
    [{}, { $bit: { a: { and: 1.5 } } }, 2],
    [{ a: 1.5 }, { $bit: { a: { and: 1 } } }, 2],
    [{}, { $currentDate: { a: 5 } }, 2],
    [{}, { $set: { '': 1 } }, 56],
    [{}, { $set: { 'a..b': 1 } }, 56],
    [{}, { $set: { $a: 1 } }, 52],
    [{}, { $set: { _id: 2 } }, 66],
    [{}, { $unset: { _id: 1 } }, 66],
    [{}, { $set: { 'a.$[].b': 1 } }, 2],
    [{ a: 1 }, { $set: { 'a.$[].b': 1 } }, 2],
    [{}, { $set: { 'a.2000000': 1 }, $push: { b: 1 } }, undefined],
    [{ a: [] }, { $set: { 'a.2000000': 1 } }, 2],
    [{}, { _id: 2, a: 1 }, 66],
    [{}, { a: 1, $b: 1 }, 52],
  ] as const) {
    test(`${JSON.stringify(document)} ${JSON.stringify(update)} is error ${code}`, () => {
      const run = (): unknown => apply(document, update);
      if (code === undefined) run();
      else expect(run).toThrow(expect.objectContaining({ code }));
    });
  }
});

describe('replacements', () => {
  test('keep the _id and put it first', () => {
    expect(Object.entries(apply({ a: 1 }, { b: 2 }))).toEqual([
      ['_id', 1],
      ['b', 2],
    ]);
    expect(Object.entries(apply({ a: 1 }, { b: 2, _id: new Double(1) }))).toEqual([
      ['_id', 1],
      ['b', 2],
    ]);
  });
});

describe('upserts', () => {
  const insertion = (filter: Document, update: Document | readonly Document[]): Document =>
    compile(update, { filter }).insertion();

  test('begin with what the filter demands', () => {
    expect(insertion({ _id: 7, a: 1, 'b.c': 2, d: { $gt: 5 }, e: { $eq: 3 } }, { $set: { x: 1 } })).toEqual({
      _id: 7,
      a: 1,
      b: { c: 2 },
      e: 3,
      x: 1,
    });
    expect(insertion({ $and: [{ a: 1 }, { b: 2 }], $or: [{ c: 3 }] }, { $setOnInsert: { x: 1 } })).toMatchObject({
      a: 1,
      b: 2,
      c: 3,
      x: 1,
    });
    expect(insertion({ $or: [{ a: 1 }, { a: 2 }] }, { $inc: { n: 1 } })).toEqual({ _id: expect.any(ObjectId), n: 1 });
    expect(insertion({ a: { $in: [5] } }, { $set: {} })).toMatchObject({ a: 5 });
  });

  test('by a replacement take no more than the _id from the filter', () => {
    expect(insertion({ _id: 3, a: 1 }, { b: 2 })).toEqual({ _id: 3, b: 2 });
    expect(insertion({ a: 1 }, { b: 2 })).toEqual({ _id: expect.any(ObjectId), b: 2 });
  });

  test('refuse contradictions', () => {
    expect(() => insertion({ $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } })).toThrow(
      expect.objectContaining({ code: 54 }),
    );
    expect(() => insertion({ _id: 1 }, { $set: { _id: 2 } })).toThrow(expect.objectContaining({ code: 66 }));
    expect(() => insertion({ _id: 1 }, { _id: 2 })).toThrow(expect.objectContaining({ code: 66 }));
  });
});

describe('pipelines', () => {
  test('compute from the document', () => {
    expect(apply({ a: 2, b: 3 }, [{ $set: { c: { $add: ['$a', '$b'] }, 'd.e': '$a' } }, { $unset: 'b' }])).toEqual({
      _id: 1,
      a: 2,
      c: 5,
      d: { e: 2 },
    });
    expect(apply({ a: { x: 1 } }, [{ $replaceWith: '$a' }])).toEqual({ _id: 1, x: 1 });
    expect(apply({ a: 1, b: 2 }, [{ $project: { a: 1 } }])).toEqual({ _id: 1, a: 1 });
    expect(apply({ a: [{ x: 1 }, { x: 2 }] }, [{ $set: { 'a.y': 1 } }])).toEqual({
      _id: 1,
      a: [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
      ],
    });
  });

  test('are checked', () => {
    expect(() => compile([{ $match: {} }])).toThrow(expect.objectContaining({ code: 72 }));
    expect(() => compile([{ $set: { a: 1 }, $unset: 'b' }])).toThrow(expect.objectContaining({ code: 40323 }));
    expect(() => apply({}, [{ $set: { _id: 2 } }])).toThrow(expect.objectContaining({ code: 66 }));
  });
});

describe('what change streams are told', () => {
  test('is which fields were set, removed and cut', () => {
    expect(
      describeChanges({ a: 1, b: 2, c: { d: 1 } }, { $set: { a: 5, 'c.e': 2, 'x.y': 1 }, $unset: { b: 1 } }),
    ).toEqual({
      updatedFields: { a: 5, 'c.e': 2, x: { y: 1 } },
      removedFields: ['b'],
      truncatedArrays: [],
    });
    expect(describeChanges({ a: [1] }, { $push: { a: { $each: [2, 3] } } })).toEqual({
      updatedFields: { 'a.1': 2, 'a.2': 3 },
      removedFields: [],
      truncatedArrays: [],
    });
    expect(describeChanges({ a: [1, 2] }, { $pop: { a: 1 } }).updatedFields).toEqual({ a: [1] });
    expect(
      describeChanges({ a: [1, 2, 3, 4], b: 1 }, [{ $set: { a: { $slice: ['$a', 2] }, c: 1 } }, { $unset: 'b' }]),
    ).toEqual({
      updatedFields: { c: 1 },
      removedFields: ['b'],
      truncatedArrays: [{ field: 'a', newSize: 2 }],
    });
    expect(describeChanges({ a: { b: 1, c: 2 } }, [{ $set: { 'a.b': 5 } }]).updatedFields).toEqual({ 'a.b': 5 });
    expect(describeChanges({ old: 1 }, { $rename: { old: 'new' } })).toEqual({
      updatedFields: { new: 1 },
      removedFields: ['old'],
      truncatedArrays: [],
    });
  });
});
