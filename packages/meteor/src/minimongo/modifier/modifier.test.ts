import { MongoID } from '@bolide/meteor/mongo-id';
import { describe, expect, test } from 'vitest';
import { Matcher } from '../matcher/matcher.js';
import { applyModifier, modifyInPlace } from './apply-modifier.js';
import { compileArrayFilters } from './array-filters.js';
import { createUpsertDocument } from './upsert-document.js';

type Doc = Record<string, unknown>;
type Case = [document: Doc, modifier: Doc, expected: Doc];

const cases: Record<string, Case[]> = {
  'documents that replace': [
    [{ _id: 'x', a: 1 }, { b: 2 }, { b: 2, _id: 'x' }],
    [
      { _id: 'x', a: 1 },
      { _id: 'x', b: 2 },
      { _id: 'x', b: 2 },
    ],
    [{ a: 1 }, {}, {}],
  ],
  $set: [
    [{ a: 1 }, { $set: { a: 2 } }, { a: 2 }],
    [{}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    [{ a: { x: 1 } }, { $set: { 'a.y': 2 } }, { a: { x: 1, y: 2 } }],
    [{ a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
    [{ a: [] }, { $set: { 'a.02': 9 } }, { a: [null, null, 9] }],
    [{ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2, 'a.1.b': 3 } }, { a: [{ b: 2 }, { b: 3 }] }],
    [{}, { $set: { 'a.0': 1 } }, { a: { 0: 1 } }],
    [{ a: { b: 1 } }, { $set: { a: { c: 2 } } }, { a: { c: 2 } }],
    [{ a: 1 }, { $set: { b: null, c: [{ d: 1 }] } }, { a: 1, b: null, c: [{ d: 1 }] }],
    [{ a: 1 }, { $set: {} }, { a: 1 }],
    [{}, { $set: { constructor: 1, 'toString.x': 2 } }, { constructor: 1, toString: { x: 2 } } as unknown as Doc],
  ],
  $unset: [
    [{ a: 1, b: 2 }, { $unset: { a: 1 } }, { b: 2 }],
    [{ a: { b: 1, c: 2 } }, { $unset: { 'a.b': true, 'x.y': 1 } }, { a: { c: 2 } }],
    [{ a: [1, 2, 3] }, { $unset: { 'a.1': 1, 'a.7': 1 } }, { a: [1, null, 3] }],
    [{ a: 1 }, { $unset: { 'a.b': 1 } }, { a: 1 }],
    [{ a: [{ b: 1 }, 5] }, { $unset: { 'a.0.b': 1, 'a.1.b': 1, 'a.x': 1 } }, { a: [{}, 5] }],
  ],
  numbers: [
    [{ a: 1 }, { $inc: { a: 2, b: -3, 'c.d': 1 } }, { a: 3, b: -3, c: { d: 1 } }],
    [{ a: [1] }, { $inc: { 'a.0': 1, 'a.2': 5 } }, { a: [2, null, 5] }],
    [{ a: 3 }, { $mul: { a: 4, b: 5 } }, { a: 12, b: 0 }],
    [{ a: 5, b: 5 }, { $min: { a: 3, b: 9, c: 1 } }, { a: 3, b: 5, c: 1 }],
    [{ a: 5, b: 5 }, { $max: { a: 3, b: 9, c: 1 } }, { a: 5, b: 9, c: 1 }],
    [{ a: new Date(5) }, { $max: { a: new Date(9) } }, { a: new Date(9) }],
    [{ a: 'b' }, { $min: { a: 'a' } }, { a: 'a' }],
    [{ a: 0b1100 }, { $bit: { a: { and: 0b1010 }, b: { or: 5 } } }, { a: 0b1000, b: 5 }],
    [{ a: 6 }, { $bit: { a: { xor: 3 } } }, { a: 5 }],
  ],
  $rename: [
    [{ a: 1 }, { $rename: { a: 'b' } }, { b: 1 }],
    [{ a: { b: 1 } }, { $rename: { 'a.b': 'c.d' } }, { a: {}, c: { d: 1 } }],
    [{ a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
    [{ a: 1 }, { $rename: { x: 'y' } }, { a: 1 }],
  ],
  $push: [
    [{}, { $push: { a: 1 } }, { a: [1] }],
    [{ a: [1] }, { $push: { a: { b: 2 } } }, { a: [1, { b: 2 }] }],
    [{ a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
    [{ a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    [{ a: [1] }, { $push: { a: { $each: [2, 3], $slice: -2 } } }, { a: [2, 3] }],
    [{ a: [1] }, { $push: { a: { $each: [2, 3], $slice: 2 } } }, { a: [1, 2] }],
    [{ a: [1] }, { $push: { a: { $each: [2], $slice: 0 } } }, { a: [] }],
    [{ a: [1, 4] }, { $push: { a: { $each: [2, 3], $position: 1 } } }, { a: [1, 2, 3, 4] }],
    [{ a: [1, 4] }, { $push: { a: { $each: [2], $position: -1 } } }, { a: [1, 2, 4] }],
    [{ a: [1] }, { $push: { a: { $each: [2], $position: 99 } } }, { a: [1, 2] }],
    [
      { a: [{ x: 3 }] },
      { $push: { a: { $each: [{ x: 1 }, { x: 2 }], $sort: { x: 1 }, $slice: -2 } } },
      { a: [{ x: 2 }, { x: 3 }] },
    ],
    [{ a: [2] }, { $push: { a: { $each: [3, 1], $sort: -1 } } }, { a: [3, 2, 1] }],
    [{ a: [1] }, { $pushAll: { a: [2, 3] } }, { a: [1, 2, 3] }],
    [{ a: { b: [] } }, { $push: { 'a.b': 1 } }, { a: { b: [1] } }],
    [{ a: [[1]] }, { $push: { 'a.0': 2 } }, { a: [[1, 2]] }],
  ],
  $addToSet: [
    [{}, { $addToSet: { a: 1 } }, { a: [1] }],
    [{ a: [1, { b: 1 }] }, { $addToSet: { a: { b: 1 } } }, { a: [1, { b: 1 }] }],
    [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
    [{}, { $addToSet: { a: { $each: [2, 2] } } }, { a: [2] }],
    [{ a: [] }, { $addToSet: { a: null } }, { a: [null] }],
    [
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
  ],
  $pop: [
    [{ a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
    [{ a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
    [{ a: [] }, { $pop: { a: 1, b: 1 } }, { a: [] }],
  ],
  $pull: [
    [{ a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [{ a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
    [{ a: [{ x: 1 }, 5] }, { $pull: { a: { x: { $gt: 0 } } } }, { a: [5] }],
    [{ a: ['ab', 'cd'] }, { $pull: { a: /^a/ } }, { a: ['cd'] }],
    [{ a: [[1], 2] }, { $pull: { a: [1] } }, { a: [2] }],
    [{ a: [new Date(1), new Date(2)] }, { $pull: { a: new Date(1) } }, { a: [new Date(2)] }],
    [{ b: 1 }, { $pull: { a: 1 } }, { b: 1 }],
    [{ a: [1, 2, 3, { b: 1 }] }, { $pullAll: { a: [1, { b: 1 }] } }, { a: [2, 3] }],
  ],
  'several at once': [
    [
      { a: [], b: 1 },
      { $push: { a: 1 }, $inc: { b: 1 }, $set: { 'a.1': 2 } },
      { a: [1, 2], b: 2 },
    ],
    [{ a: 1 }, { $setOnInsert: { b: 2 }, $v: 1, $set: { c: 3 } }, { a: 1, c: 3 }],
  ],
};

describe('applyModifier', () => {
  for (const [name, list] of Object.entries(cases)) {
    test(name, () => {
      for (const [document, modifier, expected] of list) {
        const before = structuredClone(document);
        expect(applyModifier(document, modifier)).toEqual(expected);
        // The document itself is left alone.
        expect(document).toEqual(before);
      }
    });
  }

  test('shares what has not changed', () => {
    const document = { a: { b: { c: 1 } }, d: [{ e: 1 }, { f: 2 }] };
    const changed = applyModifier(document, { $set: { 'd.0.e': 2 } }) as typeof document;
    expect(changed.a).toBe(document.a);
    expect(changed.d[1]).toBe(document.d[1]);
    expect(changed.d[0]).not.toBe(document.d[0]);
  });

  test('$currentDate sets the time', () => {
    const changed = applyModifier({}, { $currentDate: { a: true, b: { $type: 'date' } } });
    expect([changed.a, changed.b].every((date) => date instanceof Date)).toBe(true);
  });

  test('$setOnInsert counts where an upsert inserts', () => {
    expect(applyModifier({}, { $setOnInsert: { a: 1 } }, { isInsert: true })).toEqual({ a: 1 });
  });

  test('modifyInPlace changes the document and copies the modifier', () => {
    const document: Doc = { _id: 'x', a: 1, gone: 1 };
    const value = { deep: [1] };
    modifyInPlace(document, { $set: { a: value }, $unset: { gone: 1 } });
    value.deep.push(2);
    expect(document).toEqual({ _id: 'x', a: { deep: [1] } });
  });
});

describe('positional paths', () => {
  const update = (selector: unknown, document: Doc, modifier: Doc) => {
    const { arrayIndices } = new Matcher(selector).documentMatches(document);
    return applyModifier(document, modifier, { arrayIndices });
  };

  test('$ is the element that matched', () => {
    expect(update({ a: 2 }, { a: [1, 2, 3] }, { $set: { 'a.$': 9 } })).toEqual({ a: [1, 9, 3] });
    expect(update({ 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, { $set: { 'a.$.c': 9 } })).toEqual({
      a: [{ b: 1 }, { b: 2, c: 9 }],
    });
    expect(update({ a: { $elemMatch: { b: 2 } } }, { a: [{ b: 1 }, { b: 2 }] }, { $inc: { 'a.$.b': 1 } })).toEqual({
      a: [{ b: 1 }, { b: 3 }],
    });
    expect(update({ a: 2 }, { a: [1, 2] }, { $unset: { 'a.$': 1 } })).toEqual({ a: [1, null] });
  });

  test('$ needs a match, and comes once', () => {
    expect(() => update({}, { a: [1] }, { $set: { 'a.$': 9 } })).toThrow('did not find the match needed');
    expect(() => update({ 'a.b': 1 }, { a: [{ b: [1] }] }, { $set: { 'a.$.b.$': 9 } })).toThrow('Too many positional');
  });

  test('$[] is all elements', () => {
    expect(applyModifier({ a: [1, 2] }, { $inc: { 'a.$[]': 1 } })).toEqual({ a: [2, 3] });
    expect(applyModifier({ a: [{ b: [1] }, { b: [2, 3] }] }, { $mul: { 'a.$[].b.$[]': 2 } })).toEqual({
      a: [{ b: [2] }, { b: [4, 6] }],
    });
  });

  test('$[identifier] is the elements that its filter matches', () => {
    const filtered = (document: Doc, modifier: Doc, filters: unknown) =>
      applyModifier(document, modifier, { arrayFilters: compileArrayFilters(filters) });
    expect(filtered({ a: [1, 5, 9] }, { $set: { 'a.$[big]': 0 } }, [{ big: { $gte: 5 } }])).toEqual({ a: [1, 0, 0] });
    expect(filtered({ a: [{ x: 1 }, { x: 2 }] }, { $set: { 'a.$[e].y': 1 } }, [{ 'e.x': 2 }])).toEqual({
      a: [{ x: 1 }, { x: 2, y: 1 }],
    });
    expect(
      filtered({ a: [{ x: 1, y: 2 }, { x: 1 }] }, { $set: { 'a.$[e].z': 1 } }, [
        { $and: [{ 'e.x': 1 }, { 'e.y': 2 }] },
      ]),
    ).toEqual({
      a: [{ x: 1, y: 2, z: 1 }, { x: 1 }],
    });
    expect(() => filtered({ a: [1] }, { $set: { 'a.$[e]': 1 } }, [])).toThrow(
      "No array filter found for identifier 'e'",
    );
    expect(() => filtered({}, {}, [{ e: 1 }, { e: 2 }])).toThrow('more than one filter');
    expect(() => filtered({}, {}, [{ e: 1, f: 2 }])).toThrow('one identifier');
    expect(() => filtered({}, {}, [{}])).toThrow('one identifier');
    expect(() => filtered({}, {}, 5)).toThrow('must be an array');
  });
});

describe('modifiers that cannot be', () => {
  test.each<[Doc, unknown, string]>([
    [{}, 5, 'Modifier must be an object'],
    [{}, [], 'Modifier must be an object'],
    [{}, { $set: { a: 1 }, b: 2 }, 'Inconsistent operator'],
    [{}, { $unknown: { a: 1 } }, 'Invalid modifier specified $unknown'],
    [{}, { $constructor: { a: 1 } }, 'Invalid modifier specified'],
    [{}, { $set: 5 }, 'Modifiers operate on fields'],
    [{}, { $set: { '': 1 } }, 'An empty update path is not valid'],
    [{}, { $set: { 'a..b': 1 } }, 'contains an empty field name'],
    [{}, { $set: { 'a.$b': 1 } }, "must not start with '$'"],
    [{}, { $set: { a: { $b: 1 } } }, "must not start with '$'"],
    [{}, { $set: { a: { 'b.c': 1 } } }, "must not contain '.'"],
    [{}, { $set: { 'a\0': 1 } }, 'must not contain null bytes'],
    [{}, { $set: { '__proto__.x': 1 } }, 'Key __proto__ must not be used'],
    [{}, { $set: { a: JSON.parse('{"__proto__": 1}') } }, 'Key __proto__ must not be used'],
    [{ a: 1 }, { $rename: { a: '__proto__' } }, 'Key __proto__ must not be used'],
    [{ a: 5 }, { $set: { 'a.b': 1 } }, "cannot use the part 'b' to traverse 5"],
    [{ a: null }, { $set: { 'a.b': 1 } }, "cannot use the part 'b' to traverse null"],
    [{ a: [5] }, { $set: { 'a.0.b': 1 } }, "can't modify field 'b' of list value 5"],
    [{ a: [] }, { $set: { 'a.b': 1 } }, "can't append to array using string field name [b]"],
    [{ a: [] }, { $set: { 'a.2000000': 1 } }, 'would add more than 1500000 elements'],
    [{ a: [] }, { $set: { 'a.99999999999999999999': 1 } }, 'would add more than'],
    [{ a: 'x' }, { $inc: { a: 1 } }, "Cannot apply $inc modifier to non-number for field 'a'"],
    [{ a: null }, { $inc: { a: 1 } }, 'Cannot apply $inc modifier to non-number'],
    [{}, { $inc: { a: '1' } }, 'Modifier $inc allowed for numbers only'],
    [{}, { $mul: { a: null } }, 'Modifier $mul allowed for numbers only'],
    [{ a: 1 }, { $push: { a: 1 } }, 'Cannot apply $push modifier to non-array'],
    [{}, { $push: { a: { $each: 1 } } }, '$each must be an array'],
    [{}, { $push: { a: { $each: [], $slice: 'x' } } }, '$slice must be a numeric value'],
    [{}, { $push: { a: { $each: [], $position: 'x' } } }, '$position must be a numeric value'],
    [{}, { $push: { a: { $each: [1], $sort: { x: 1 } } } }, 'require all elements to be objects'],
    [{}, { $push: { a: { $bad: 1 } } }, "must not start with '$'"],
    [{ a: 1 }, { $addToSet: { a: 1 } }, 'Cannot apply $addToSet modifier to non-array'],
    [{}, { $addToSet: { a: { b: 1, $each: [] } } }, "must not start with '$'"],
    [{ a: 1 }, { $pop: { a: 1 } }, 'Cannot apply $pop modifier to non-array'],
    [{ a: 1 }, { $pull: { a: 1 } }, 'Cannot apply $pull/pullAll modifier to non-array'],
    [{ a: [] }, { $pullAll: { a: 1 } }, 'allowed for arrays only'],
    [{}, { $pushAll: { a: 1 } }, 'allowed for arrays only'],
    [{ a: 1 }, { $rename: { a: 'a' } }, '$rename source must differ from target'],
    [{ a: 1 }, { $rename: { a: 5 } }, '$rename target must be a string'],
    [{ a: 1 }, { $rename: { a: 'b\0' } }, 'null byte'],
    [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 'goes through an array'],
    [{ a: 1, b: [] }, { $rename: { a: 'b.0' } }, 'goes through an array'],
    [{}, { $currentDate: { a: false } }, 'Invalid $currentDate modifier'],
    [{}, { $currentDate: { a: { $type: 'timestamp' } } }, 'only support the date type'],
    [{ a: 1.5 }, { $bit: { a: { and: 1 } } }, '$bit is for integers of 32 bits'],
    [{}, { $bit: { a: { constructor: 1 } } }, '$bit knows and, or, and xor'],
    [{ _id: 'x' }, { $set: { _id: 'y' } }, "(immutable) field '_id' was found to have been altered"],
    [{ _id: 'x' }, { $unset: { _id: 1 } }, "(immutable) field '_id'"],
    [{ _id: 'x' }, { _id: 'y' }, 'The _id field cannot be changed'],
    [{}, { a: { $b: 1 } }, "must not start with '$'"],
  ])('%j %j', (document, modifier, message) => {
    const before = structuredClone(document);
    expect(() => applyModifier(document, modifier)).toThrow(message);
    expect(document).toEqual(before);
    expect(({} as Doc).x).toBeUndefined();
  });

  test('errors are named and say whether a path was blocked', () => {
    const error = (() => {
      try {
        applyModifier({ a: 5 }, { $set: { 'a.b': 1 } });
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toMatchObject({ name: 'MinimongoError', setPropertyError: true });
  });
});

describe('createUpsertDocument', () => {
  const id = new MongoID.ObjectID();

  test.each<[unknown, Doc, Doc]>([
    [{ a: 1 }, { $set: { b: 2 } }, { a: 1, b: 2 }],
    ['x', { $set: { b: 2 } }, { _id: 'x', b: 2 }],
    [{ _id: id }, { $set: { b: 2 } }, { _id: id, b: 2 }],
    [{ 'a.b': 1, 'a.c': { $eq: 2 } }, { $set: { d: 3 } }, { a: { b: 1, c: 2 }, d: 3 }],
    [{ a: { $gt: 1 }, b: /x/, c: { $in: [1] } }, { $set: { d: 3 } }, { d: 3 }],
    [{ $and: [{ a: 1 }, { b: { $all: [2] } }], $or: [{ c: 3 }] }, { $set: {} }, { a: 1, b: 2, c: 3 }],
    [{ $or: [{ a: 1 }, { b: 1 }], $nor: [{ c: 1 }] }, { $set: { d: 1 } }, { d: 1 }],
    [{ a: { b: 1 } }, { $set: { 'a.c': 2 } }, { a: { b: 1, c: 2 } }],
    [{ a: 1 }, { $setOnInsert: { b: 2 }, $inc: { a: 1 } }, { a: 2, b: 2 }],
    [{ a: 1 }, { b: 2 }, { b: 2 }],
    [{ _id: 'x', a: 1 }, { b: 2 }, { b: 2, _id: 'x' }],
    [{ a: new Date(1), b: [1] }, { $set: {} }, { a: new Date(1), b: [1] }],
  ])('%j %j', (selector, modifier, expected) => {
    expect(createUpsertDocument(selector, modifier)).toEqual(expected);
  });

  test.each<[unknown, Doc, string]>([
    [{ a: 1, $and: [{ a: 2 }] }, { $set: {} }, "path 'a' is matched twice"],
    [{ a: 1, 'a.b': 2 }, { $set: {} }, "both paths 'a' and 'a.b' are matched"],
    [{ b: { $all: [1, 2] } }, { $set: {} }, "path 'b' is matched twice"],
    [{ a: { $eq: 1, b: 2 } }, { $set: {} }, 'unknown operator'],
    [{ a: { b: { $gt: 1 } } }, { $set: {} }, 'not valid for storage'],
    [{ a: { 'b.c': 1 } }, { $set: {} }, 'not valid for storage'],
    [{ _id: 'x' }, { _id: 'y', a: 1 }, 'The _id field cannot be changed'],
  ])('%j %j is refused', (selector, modifier, message) => {
    expect(() => createUpsertDocument(selector, modifier)).toThrow(message);
  });
});
