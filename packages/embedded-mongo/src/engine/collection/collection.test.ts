import { Decimal128, type Document, Double, Long, ObjectId, Timestamp } from 'bson';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeDocument } from '../bson/encode.js';
import { TestEngine } from '../testing/test-engine.js';
import type { EngineCollection, UpdateChange } from '../types.js';

let engine: TestEngine;
let things: EngineCollection;

beforeEach(() => {
  engine = new TestEngine();
  things = engine.create();
});

afterEach(() => engine.dispose());

function all(collection = things): Document[] {
  return [...collection.find({ filter: {} })];
}

function update(change: Partial<UpdateChange>) {
  return things.update({ filter: {}, update: {}, multi: false, upsert: false, ...change }, {});
}

describe('inserting', () => {
  test('gives an _id first, and takes bytes as well as objects', () => {
    things.insert([{ a: 1 }, encodeDocument({ b: 2, _id: 7 })], {});
    const [first, second] = all();
    expect(Object.keys(first as Document)).toEqual(['_id', 'a']);
    expect(first?._id).toBeInstanceOf(ObjectId);
    expect(Object.entries(second as Document)).toEqual([
      ['_id', 7],
      ['b', 2],
    ]);
  });

  test('keeps documents in the order in which they came', () => {
    things.insert([{ _id: 'z' }, { _id: 'a' }, { _id: 5 }], {});
    expect(all().map(({ _id }) => _id)).toEqual(['z', 'a', 5]);
  });

  test('refuses a second of one _id, whatever its type of number', () => {
    const outcome = things.insert([{ _id: 1 }, { _id: new Double(1) }, { _id: 2 }], { ordered: false });
    expect(outcome).toEqual({
      n: 2,
      errors: [
        {
          index: 1,
          code: 11000,
          errmsg: 'E11000 duplicate key error collection: test.things index: _id_ dup key: { _id: 1.0 }',
          keyPattern: { _id: 1 },
          keyValue: { _id: new Double(1) },
        },
      ],
    });
    expect(things.insert([{ _id: 3 }, { _id: 3 }, { _id: 4 }], {})).toMatchObject({
      n: 1,
      errors: [{ index: 1, code: 11000 }],
    });
    expect(things.count()).toBe(3);
  });

  test('reports documents that cannot be stored one by one', () => {
    const outcome = things.insert(
      [{ _id: [1] }, { a: () => 1 }, { a: 'x'.repeat(17 * 1024 * 1024) }, Buffer.from('rubbish'), { ok: 1 }],
      {
        ordered: false,
      },
    );
    expect(outcome.n).toBe(1);
    expect(outcome.errors.map(({ index, code }) => [index, code])).toEqual([
      [0, 53],
      [1, 2],
      [2, 10334],
      [3, 22],
    ]);
  });

  test('puts the time into empty timestamps', () => {
    things.insert([{ _id: 1, t: new Timestamp({ t: 0, i: 0 }), deep: { t: new Timestamp({ t: 0, i: 0 }) } }], {});
    const [document] = all();
    expect(document?.t.high).toBeGreaterThan(1e9);
    expect(document?.deep.t.high).toBe(0);
  });
});

describe('finding', () => {
  beforeEach(() => {
    things.insert(
      Array.from({ length: 50 }, (_, i) => ({ _id: i, n: i % 10, even: i % 2 === 0 })),
      {},
    );
  });

  test('sorts, skips, limits and projects', () => {
    expect([
      ...things.find({ filter: { even: true }, sort: { n: -1, _id: 1 }, skip: 1, limit: 3, projection: { n: 1 } }),
    ]).toEqual([
      { _id: 18, n: 8 },
      { _id: 28, n: 8 },
      { _id: 38, n: 8 },
    ]);
  });

  test('gives batches as large as wanted', () => {
    const cursor = things.find({ filter: {} });
    const sizes: number[] = [];
    for (let i = 0; i < 100; i++) {
      const { documents, done } = cursor.nextBatch({ documents: 20, bytes: 1e6 });
      sizes.push(documents.length);
      if (done) break;
    }
    expect(sizes.filter((size) => size > 0)).toEqual([20, 20, 10]);
    const small = things.find({ filter: {} });
    const { documents } = small.nextBatch({ documents: 100, bytes: 1 });
    expect(documents).toHaveLength(1);
    expect(small.nextBatch({ documents: 2, bytes: 1e6 }).documents).toHaveLength(2);
    expect([...small].map(({ _id }) => _id)).toEqual(Array.from({ length: 47 }, (_, i) => i + 3));
  });

  test('pauses between pieces of work', () => {
    const many = engine.create('many');
    many.insert(
      Array.from({ length: 3000 }, (_, i) => ({ _id: i })),
      {},
    );
    const cursor = many.find({ filter: { _id: { $mod: [3000, 2999] } } });
    let steps = 0;
    for (;;) {
      const { documents, done } = cursor.nextBatch({ documents: 1, bytes: 1e6, milliseconds: 0 });
      steps++;
      if (done || documents.length > 0 || steps > 3000) break;
    }
    expect(steps).toBeGreaterThan(2);
    expect(steps).toBeLessThan(3000);
  });

  test('goes on after documents around its place have been written', () => {
    const cursor = things.find({ filter: {} });
    cursor.nextBatch({ documents: 5, bytes: 1e6 });
    things.remove({ filter: { _id: { $gte: 45 } }, limit: 0 }, {});
    things.insert([{ _id: 'late' }], {});
    const rest = [...cursor].map(({ _id }) => _id);
    expect(new Set(rest).size).toBe(rest.length);
    expect(rest).toContain(44);
  });

  test('counts without reading documents where an index knows', () => {
    expect(things.countMatching({ filter: { n: 3 } })).toBe(5);
    expect(things.countMatching({ filter: {}, skip: 45, limit: 10 })).toBe(5);
    things.createIndexes([{ name: 'n', key: { n: 1 } }]);
    expect(things.countMatching({ filter: { n: { $gte: 8 } } })).toBe(10);
    expect(things.countMatching({ filter: { n: { $in: [1, 2] }, even: true } })).toBe(5);
    expect(things.countMatching({ filter: { n: 3 }, skip: 1, limit: 2 })).toBe(2);
  });

  test('follows the natural order when told to', () => {
    expect([...things.find({ filter: {}, sort: { $natural: -1 }, limit: 2 })].map(({ _id }) => _id)).toEqual([49, 48]);
    expect(things.explain({ filter: { _id: 1 }, hint: { $natural: 1 } })).toMatchObject({ stage: 'COLLSCAN' });
  });

  test('refuses bad sorts', () => {
    for (const [sort, code] of [
      [{ a: 2 }, 15975],
      [{ a: 'up' }, 15974],
      [{ a: { b: 1 } }, 15975],
    ] as const) {
      expect(() => things.find({ filter: {}, sort })).toThrow(expect.objectContaining({ code }));
    }
  });

  test('shows keys and record numbers when asked', () => {
    expect([...things.find({ filter: { _id: 3 }, returnKey: true })]).toEqual([{ _id: 3 }]);
    expect([...things.find({ filter: { _id: 3 }, projection: { _id: 1 }, showRecordId: true })]).toEqual([
      { _id: 3, $recordId: 4 },
    ]);
  });
});

describe('updating', () => {
  beforeEach(() => {
    things.insert(
      [
        { _id: 1, a: 1 },
        { _id: 2, a: 1 },
        { _id: 3, a: 2 },
      ],
      {},
    );
  });

  test('changes one or all', () => {
    expect(update({ filter: { a: 1 }, update: { $set: { b: 1 } } })).toEqual({ matched: 1, modified: 1 });
    expect(update({ filter: { a: 1 }, update: { $set: { b: 1 } }, multi: true })).toEqual({ matched: 2, modified: 1 });
    expect(all()).toEqual([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 1 },
      { _id: 3, a: 2 },
    ]);
  });

  test('chooses by the order asked for and gives what was before and after', () => {
    expect(update({ update: { $inc: { a: 10 } }, sort: { _id: -1 }, returnDocuments: true })).toEqual({
      matched: 1,
      modified: 1,
      before: { _id: 3, a: 2 },
      after: { _id: 3, a: 12 },
    });
  });

  test('inserts if there is nothing and that is wanted', () => {
    expect(
      update({ filter: { _id: 9, a: 5 }, update: { $set: { b: 1 } }, upsert: true, returnDocuments: true }),
    ).toEqual({
      matched: 0,
      modified: 0,
      upserted: { _id: 9 },
      after: { _id: 9, a: 5, b: 1 },
    });
    expect(update({ filter: { a: 5 }, update: { $set: { b: 2 } }, upsert: true })).toEqual({ matched: 1, modified: 1 });
    expect(update({ filter: { a: 77 }, update: { $set: {} } })).toEqual({ matched: 0, modified: 0 });
  });

  test('does not meet a document again that it has moved ahead in the index', () => {
    things.createIndexes([{ name: 'a', key: { a: 1 } }]);
    expect(update({ filter: { a: { $gte: 1 } }, update: { $inc: { a: 100 } }, multi: true })).toEqual({
      matched: 3,
      modified: 3,
    });
    expect(all().map(({ a }) => a)).toEqual([101, 101, 102]);
  });

  test('keeps what was changed before an error in the middle', () => {
    things.insert([{ _id: 0, a: 'x' }], {});
    expect(() => update({ update: { $inc: { a: 1 } }, multi: true })).toThrow(expect.objectContaining({ code: 14 }));
    expect(all().map(({ a }) => a)).toEqual([2, 2, 3, 'x']);
  });

  test('refuses to replace many, and what becomes too large', () => {
    expect(() => update({ update: { a: 1 }, multi: true })).toThrow(expect.objectContaining({ code: 9 }));
    update({ filter: { _id: 1 }, update: { $set: { s: 'x'.repeat(9e6) } } });
    expect(() => update({ filter: { _id: 1 }, update: [{ $set: { t: '$s' } }] })).toThrow(
      expect.objectContaining({ code: 10334 }),
    );
    expect(Object.keys(all()[0] as Document)).toEqual(['_id', 'a', 's']);
  });

  test('leaves the types of other fields as they are', () => {
    const document = { _id: 5, whole: new Double(2), long: Long.ONE, decimal: Decimal128.fromString('1.0'), n: 1 };
    things.insert([document], {});
    update({ filter: { _id: 5 }, update: { $inc: { n: 1 } } });
    const [bytes] = things.find({ filter: { _id: 5 } }).nextBatch({ documents: 1, bytes: 1e6 }).documents;
    expect(bytes).toEqual(encodeDocument({ ...document, n: 2 }));
  });
});

describe('removing', () => {
  test('takes one, some or all', () => {
    things.insert(
      Array.from({ length: 10 }, (_, i) => ({ _id: i, a: i % 2 })),
      {},
    );
    expect(things.remove({ filter: { a: 1 }, limit: 1, sort: { _id: -1 }, returnDocuments: true }, {})).toEqual({
      n: 1,
      before: { _id: 9, a: 1 },
    });
    expect(things.remove({ filter: { a: 0 }, limit: 0 }, {})).toEqual({ n: 5 });
    expect(things.remove({ filter: { a: 7 }, limit: 0 }, {})).toEqual({ n: 0 });
    expect(things.count()).toBe(4);
    expect(things.remove({ filter: {}, limit: 0 }, {})).toEqual({ n: 4 });
    expect(things.count()).toBe(0);
  });
});

describe('capped collections', () => {
  test('drop the oldest', () => {
    const capped = engine.create('capped', { capped: { size: 1e6, max: 3 } });
    capped.insert([{ _id: 1 }, { _id: 2 }], {});
    capped.insert([{ _id: 3 }, { _id: 4 }, { _id: 5 }], {});
    expect(all(capped).map(({ _id }) => _id)).toEqual([3, 4, 5]);
    expect(capped.count()).toBe(3);
    const small = engine.create('small', { capped: { size: 4096 } });
    for (let i = 0; i < 20; i++) small.insert([{ _id: i, pad: 'x'.repeat(1000) }], {});
    expect(all(small).map(({ _id }) => _id)).toEqual([16, 17, 18, 19]);
    engine.restart();
    const again = engine.get('small');
    again.insert([{ _id: 20, pad: 'x'.repeat(1000) }], {});
    expect(all(again).map(({ _id }) => _id)).toEqual([17, 18, 19, 20]);
  });

  test('can be followed by record number', () => {
    const capped = engine.create('capped', { capped: { size: 1e6 } });
    capped.insert([{ _id: 'a' }, { _id: 'b' }], {});
    const cursor = capped.find({ filter: {} });
    expect([...cursor]).toHaveLength(2);
    capped.insert([{ _id: 'c' }], {});
    expect([...capped.find({ filter: {}, afterRecord: cursor.lastRecord })]).toEqual([{ _id: 'c' }]);
  });
});

describe('validators', () => {
  test('refuse documents by filter or schema', () => {
    const strict = engine.create('strict', { validator: { a: { $gt: 0 } } });
    expect(strict.insert([{ a: 1 }], {}).errors).toEqual([]);
    expect(strict.insert([{ a: 0 }], {}).errors).toMatchObject([
      { code: 121, errmsg: 'Document failed validation', errInfo: { details: {} } },
    ]);
    expect(strict.insert([{ a: 0 }], { bypassDocumentValidation: true }).n).toBe(1);
    const toNegative = { filter: { a: 1 }, update: { $set: { a: -1 } }, multi: false, upsert: false };
    expect(() => strict.update(toNegative, {})).toThrow(expect.objectContaining({ code: 121 }));
    strict.modify({ validationLevel: 'moderate' });
    expect(strict.update({ ...toNegative, filter: { a: 0 }, update: { $set: { b: 1 } } }, {}).modified).toBe(1);
    strict.modify({ validationAction: 'warn' });
    expect(strict.insert([{ a: -5 }], {}).n).toBe(1);
    strict.modify({ validator: {}, validationAction: 'error' });
    expect(strict.insert([{ a: -5 }], {}).n).toBe(1);
  });
});

describe('collations', () => {
  test('of a collection hold for its _id and its queries', () => {
    const loose = engine.create('loose', { collation: { locale: 'en', strength: 2 } });
    loose.insert(
      [
        { _id: 'A', n: 'x10' },
        { _id: 'b', n: 'x9' },
      ],
      {},
    );
    expect(loose.insert([{ _id: 'a' }], {}).errors).toMatchObject([{ code: 11000 }]);
    expect([...loose.find({ filter: { _id: 'B' } })]).toEqual([{ _id: 'b', n: 'x9' }]);
    expect([...loose.find({ filter: { n: { $in: ['X9'] } } })]).toHaveLength(1);
    expect([...loose.find({ filter: { _id: 'B' }, collation: { locale: 'simple' } })]).toEqual([]);
  });

  test('of a query decide on equality and order', () => {
    things.insert(
      [
        { _id: 1, s: 'b' },
        { _id: 2, s: 'A' },
        { _id: 3, s: 'ä' },
        { _id: 4, s: 'B' },
        { _id: 5, s: '10' },
        { _id: 6, s: '9' },
      ],
      {},
    );
    const by = (collation: Document, filter: Document = {}): unknown[] =>
      [...things.find({ filter, sort: { s: 1, _id: 1 }, collation })].map(({ _id }) => _id);
    expect(by({ locale: 'de', strength: 1 }, { s: 'a' })).toEqual([2, 3]);
    expect(by({ locale: 'de', strength: 2 }, { s: 'a' })).toEqual([2]);
    expect(by({ locale: 'de', strength: 2 })).toEqual([5, 6, 2, 3, 1, 4]);
    expect(by({ locale: 'de', numericOrdering: true })).toEqual([6, 5, 2, 3, 1, 4]);
  });

  test('of an index serve queries of the same', () => {
    things.insert([{ _id: 1, s: 'Hello' }], {});
    const collation = { locale: 'en', strength: 2 };
    things.createIndexes([{ name: 's', key: { s: 1 }, collation, unique: true }]);
    expect(things.explain({ filter: { s: 'HELLO' }, collation })).toMatchObject({ stage: 'IXSCAN' });
    expect([...things.find({ filter: { s: 'HELLO' }, collation })]).toHaveLength(1);
    expect(things.explain({ filter: { s: 'HELLO' } })).toMatchObject({ stage: 'COLLSCAN' });
    expect(things.insert([{ s: 'hELLO' }], {}).errors).toMatchObject([{ code: 11000 }]);
  });

  test('are checked', () => {
    for (const [collation, code] of [
      [{ locale: 'en', strength: 9 }, 2],
      [{ strength: 1 }, 40414],
      [{ locale: 'en', frobnicate: 1 }, 40415],
    ] as const) {
      expect(() => things.find({ filter: {}, collation })).toThrow(expect.objectContaining({ code }));
    }
  });
});
