import type { Document } from 'bson';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestEngine } from '../testing/test-engine.js';
import type { EngineCollection, FindQuery, IndexSpecification } from '../types.js';

let engine: TestEngine;
let things: EngineCollection;

beforeEach(() => {
  engine = new TestEngine();
  things = engine.create();
});

afterEach(() => engine.dispose());

function index(key: Document, options: Partial<IndexSpecification> = {}): void {
  things.createIndexes([{ name: Object.entries(key).flat().join('_'), key, ...options }]);
}

function ids(query: FindQuery): unknown[] {
  return [...things.find(query)].map(({ _id }) => _id as unknown);
}

describe('unique indexes', () => {
  test('refuse a second of one key, with what it is', () => {
    index({ 'a.b': 1, c: -1 }, { unique: true });
    things.insert([{ _id: 1, a: { b: 'x' }, c: 2 }], {});
    expect(things.insert([{ _id: 2, a: { b: 'x' }, c: 2 }], {}).errors).toEqual([
      {
        index: 0,
        code: 11000,
        errmsg: 'E11000 duplicate key error collection: test.things index: a.b_1_c_-1 dup key: { a.b: "x", c: 2 }',
        keyPattern: { 'a.b': 1, c: -1 },
        keyValue: { 'a.b': 'x', c: 2 },
      },
    ]);
    expect(things.insert([{ _id: 3, a: { b: 'x' }, c: 3 }], {}).n).toBe(1);
    const change = { filter: { _id: 3 }, update: { $set: { c: 2 } }, multi: false, upsert: false };
    expect(() => things.update(change, {})).toThrow(expect.objectContaining({ code: 11000 }));
    expect(things.update({ ...change, update: { $set: { c: 4 } } }, {}).modified).toBe(1);
    expect(things.validate()).toMatchObject({ valid: true, records: 2 });
  });

  test('take a missing field for null', () => {
    index({ a: 1 }, { unique: true });
    expect(things.insert([{ _id: 1 }, { _id: 2 }], {}).errors).toMatchObject([{ keyValue: { a: null } }]);
  });

  test('let one document have a key twice, and no other', () => {
    index({ a: 1 }, { unique: true });
    expect(things.insert([{ _id: 1, a: [1, 1, 2] }], {}).n).toBe(1);
    expect(things.insert([{ _id: 2, a: [2] }], {}).errors).toMatchObject([{ code: 11000 }]);
  });

  test('that are sparse or partial know some documents only', () => {
    index({ a: 1 }, { unique: true, sparse: true });
    index({ b: 1 }, { unique: true, partialFilterExpression: { kind: 'x' } });
    expect(
      things.insert([{ _id: 1 }, { _id: 2 }, { _id: 3, b: 1, kind: 'x' }, { _id: 4, b: 1, kind: 'y' }], {}).n,
    ).toBe(4);
    expect(things.insert([{ _id: 5, b: 1, kind: 'x' }], {}).errors).toMatchObject([{ code: 11000 }]);
    // A document that comes under the filter by an update.
    const change = { filter: { _id: 4 }, update: { $set: { kind: 'x' } }, multi: false, upsert: false };
    expect(() => things.update(change, {})).toThrow(expect.objectContaining({ code: 11000 }));
  });

  test('cannot be made over duplicates', () => {
    things.insert(
      [
        { _id: 1, a: 1 },
        { _id: 2, a: 1 },
      ],
      {},
    );
    expect(() => index({ a: 1 }, { unique: true })).toThrow(expect.objectContaining({ code: 11000 }));
    expect(things.listIndexes()).toHaveLength(1);
    things.remove({ filter: { _id: 2 }, limit: 1 }, {});
    index({ a: 1 }, { unique: true });
    expect(things.listIndexes()).toHaveLength(2);
  });
});

describe('plans', () => {
  beforeEach(() => {
    things.insert(
      Array.from({ length: 200 }, (_, i) => ({
        _id: i,
        a: i % 20,
        b: i,
        c: i % 2 === 0 ? 'even' : 'odd',
        tags: [i % 3, i % 5],
      })),
      {},
    );
  });

  function plan(query: Partial<FindQuery>) {
    return things.explain({ filter: {}, ...query });
  }

  test('look one _id up', () => {
    expect(plan({ filter: { _id: 5 } })).toMatchObject({ stage: 'IDHACK', filters: false });
    expect(plan({ filter: { _id: 5, a: 5 } })).toMatchObject({ stage: 'IXSCAN', indexName: '_id_', filters: true });
    expect(plan({ filter: { _id: { $gt: 5 } }, sort: { _id: -1 } })).toMatchObject({
      stage: 'IXSCAN',
      direction: 'backward',
      sorts: false,
    });
  });

  test('use the index that leaves the least to do', () => {
    index({ a: 1 });
    index({ b: 1 });
    index({ a: 1, b: -1 });
    expect(plan({ filter: { b: 7 } })).toMatchObject({ indexName: 'b_1', filters: false, bounds: { b: ['[7, 7]'] } });
    expect(plan({ filter: { a: 3, b: { $gt: 100 } } })).toMatchObject({ indexName: 'a_1_b_-1', filters: false });
    expect(plan({ filter: { a: 3 }, sort: { b: 1 } })).toMatchObject({
      indexName: 'a_1_b_-1',
      direction: 'backward',
      sorts: false,
    });
    expect(plan({ filter: { a: 3 }, sort: { c: 1 } })).toMatchObject({ sorts: true });
    expect(plan({ filter: { a: { $gt: 18 } } })).toMatchObject({ bounds: { a: ['(18, inf.0]'] } });
    expect(plan({ filter: { c: 'odd' } })).toMatchObject({ stage: 'COLLSCAN' });
    expect(plan({ filter: { a: { $gt: 5, $lt: 3 } } })).toMatchObject({ stage: 'EOF' });
    expect(plan({ sort: { b: -1 }, limit: 5 })).toMatchObject({
      indexName: 'b_1',
      direction: 'backward',
      sorts: false,
    });
    expect(plan({ filter: { $or: [{ a: 3 }, { b: 5 }] } })).toMatchObject({
      stage: 'OR',
      branches: [{ stage: 'IXSCAN' }, { indexName: 'b_1' }],
    });
    expect(plan({ filter: { $or: [{ a: 3 }, { c: 'odd' }] } })).toMatchObject({ stage: 'COLLSCAN' });
  });

  test('find texts by their beginning', () => {
    index({ c: 1 });
    expect(plan({ filter: { c: /^od/ } })).toMatchObject({ bounds: { c: ['["od", "oe")', '[/./, /./]'] } });
    expect(ids({ filter: { c: /^od/ } })).toHaveLength(100);
  });

  test('know arrays', () => {
    index({ tags: 1 });
    expect(plan({ filter: { tags: 2 } })).toMatchObject({ isMultiKey: true, filters: false });
    expect(ids({ filter: { tags: { $gte: 1 } } })).toHaveLength(new Set(ids({ filter: { tags: { $gte: 1 } } })).size);
    // Each condition may hold for another element, so that only one of them bounds the scan.
    expect(plan({ filter: { tags: { $gt: 1, $lt: 3 } } })).toMatchObject({ filters: true });
  });

  test('use sparse and partial indexes only if these have all that is wanted', () => {
    index({ sparse: 1 }, { sparse: true });
    index({ a: 1 }, { partialFilterExpression: { b: { $gt: 100 } } });
    things.insert([{ _id: 'x', sparse: 1 }], {});
    expect(plan({ filter: { sparse: 1 } })).toMatchObject({ stage: 'IXSCAN' });
    expect(plan({ filter: { sparse: null } })).toMatchObject({ stage: 'COLLSCAN' });
    expect(plan({ sort: { sparse: 1 } })).toMatchObject({ stage: 'COLLSCAN' });
    expect(plan({ filter: { a: 3, b: { $gt: 150 } } })).toMatchObject({ stage: 'IXSCAN', isPartial: true });
    expect(plan({ filter: { a: 3, b: { $gt: 50 } } })).toMatchObject({ stage: 'COLLSCAN' });
    expect(plan({ filter: { a: 3 } })).toMatchObject({ stage: 'COLLSCAN' });
  });

  test('follow hints', () => {
    index({ a: 1 });
    expect(plan({ filter: { _id: 5 }, hint: { a: 1 } })).toMatchObject({ indexName: 'a_1', filters: true });
    expect(plan({ filter: { a: 5 }, hint: 'a_1' })).toMatchObject({ indexName: 'a_1' });
    expect(() => plan({ hint: 'nothing' })).toThrow(expect.objectContaining({ code: 2 }));
    expect(ids({ filter: {}, hint: { a: 1 }, min: { a: 18 }, max: { a: 19 } })).toEqual(ids({ filter: { a: 18 } }));
    expect(() => things.find({ filter: {}, hint: { a: 1 }, min: { b: 18 } })).toThrow(
      expect.objectContaining({ code: 51174 }),
    );
  });

  test('do without hidden indexes', () => {
    index({ a: 1 });
    things.modify({ index: { name: 'a_1', hidden: true } });
    expect(plan({ filter: { a: 5 } })).toMatchObject({ stage: 'COLLSCAN' });
    things.modify({ index: { keyPattern: { a: 1 }, hidden: false } });
    expect(plan({ filter: { a: 5 } })).toMatchObject({ stage: 'IXSCAN' });
  });
});

describe('managing indexes', () => {
  test('makes each once', () => {
    expect(
      things.createIndexes([
        { name: 'a', key: { a: 1 } },
        { name: 'b', key: { b: 1 } },
      ]),
    ).toEqual({ before: 1, after: 3 });
    expect(
      things.createIndexes([
        { name: 'a', key: { a: 1 } },
        { name: '_id_', key: { _id: 1 } },
      ]),
    ).toEqual({ before: 3, after: 3 });
    expect(things.listIndexes()).toEqual([
      { name: '_id_', key: { _id: 1 } },
      { name: 'a', key: { a: 1 } },
      { name: 'b', key: { b: 1 } },
    ]);
  });

  test('keeps them over a restart', () => {
    index({ a: 1 }, { unique: true });
    things.insert([{ _id: 1, a: [1, 2] }], {});
    engine.restart();
    things = engine.get();
    expect(things.listIndexes()[1]).toEqual({ name: 'a_1', key: { a: 1 }, unique: true });
    expect(things.explain({ filter: { a: 1 } })).toMatchObject({ isMultiKey: true });
    expect(things.insert([{ _id: 2, a: 2 }], {}).errors).toMatchObject([{ code: 11000 }]);
  });

  test('drops by name, names, key or all', () => {
    index({ a: 1 });
    index({ b: 1 });
    index({ c: 1 });
    index({ d: 1 });
    expect(things.dropIndexes('a_1')).toBe(5);
    expect(things.dropIndexes({ b: 1 })).toBe(4);
    expect(things.dropIndexes(['c_1'])).toBe(3);
    expect(things.dropIndexes('*')).toBe(2);
    expect(things.listIndexes()).toHaveLength(1);
    expect(() => things.dropIndexes('a_1')).toThrow(expect.objectContaining({ code: 27 }));
    expect(() => things.dropIndexes('_id_')).toThrow(expect.objectContaining({ code: 72 }));
  });

  test('refuses bad specifications', () => {
    index({ a: 1 });
    for (const [specification, code] of [
      [{ name: 'x', key: {} }, 67],
      [{ name: 'x', key: { a: 0 } }, 67],
      [{ name: 'x', key: { a: 'upwards' } }, 67],
      [{ name: 'x', key: { '': 1 } }, 67],
      [{ name: 'x', key: { $a: 1 } }, 67],
      [{ name: 'x', key: { a: 1 }, frobnicate: true }, 197],
      [{ name: 'x', key: { b: 1 }, sparse: true, partialFilterExpression: { a: 1 } }, 67],
      [{ name: 'x', key: { b: 1, c: 1 }, expireAfterSeconds: 5 }, 67],
      [{ name: 'x', key: { b: 1 }, expireAfterSeconds: -5 }, 67],
      [{ name: 'a_1', key: { b: 1 } }, 86],
      [{ name: 'a_1', key: { a: 1 }, unique: true }, 86],
      [{ name: 'other', key: { a: 1 } }, 85],
      [{ name: 'x', key: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, 1])) }, 13103],
    ] as const) {
      expect(() => things.createIndexes([specification])).toThrow(expect.objectContaining({ code }));
    }
  });

  test('refuses documents with arrays at two fields of one', () => {
    index({ a: 1, b: 1 });
    expect(things.insert([{ a: [1], b: [2] }], {}).errors).toMatchObject([{ code: 171 }]);
    expect(things.insert([{ a: [{ x: 1 }, { x: 2 }] }], {}).n).toBe(1);
    expect(things.count()).toBe(1);
  });

  test('keeps keys and documents together through changes', () => {
    index({ a: 1 });
    index({ 'b.c': -1 });
    things.insert(
      Array.from({ length: 30 }, (_, i) => ({ _id: i, a: [i, i + 1], b: [{ c: i }, { c: -i }] })),
      {},
    );
    things.update(
      { filter: { a: { $gt: 10 } }, update: { $push: { a: 99 }, $set: { 'b.0.c': 5 } }, multi: true, upsert: false },
      {},
    );
    things.remove({ filter: { _id: { $mod: [3, 0] } }, limit: 0 }, {});
    things.update({ filter: {}, update: { $unset: { b: 1 } }, multi: true, upsert: false }, {});
    expect(things.validate()).toMatchObject({ valid: true, errors: [] });
  });
});

describe('TTL indexes', () => {
  test('let documents go when their time is over', () => {
    index({ at: 1 }, { expireAfterSeconds: 60 });
    index({ until: -1 }, { expireAfterSeconds: 0 });
    const now = new Date('2024-01-01T12:00:00Z');
    const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
    things.insert(
      [
        { _id: 'old', at: ago(61) },
        { _id: 'young', at: ago(59) },
        { _id: 'several', at: [ago(10), ago(100)] },
        { _id: 'number', at: 5 },
        { _id: 'none' },
        { _id: 'over', until: ago(1) },
        { _id: 'ahead', until: ago(-1) },
      ],
      {},
    );
    expect(engine.engine.sweepExpired(now)).toBe(3);
    expect(ids({ filter: {} })).toEqual(['young', 'number', 'none', 'ahead']);
    things.modify({ index: { keyPattern: { at: 1 }, expireAfterSeconds: 10 } });
    expect(engine.engine.sweepExpired(now)).toBe(1);
    expect(things.validate().valid).toBe(true);
  });
});

describe('text indexes', () => {
  beforeEach(() => {
    things.insert(
      [
        { _id: 1, title: 'Running dogs', body: 'A dog runs through the park' },
        { _id: 2, title: 'Cats', body: 'No dogs here, only cats. Café!' },
        { _id: 3, title: 'Birds', body: ['They fly', 'and sing'] },
        { _id: 4, title: 5 },
      ],
      {},
    );
  });

  test('find words in any form, phrases, and leave words out', () => {
    index({ title: 'text', body: 'text' }, { weights: { title: 10 } });
    const search = ($search: string, options: Document = {}): unknown[] =>
      ids({ filter: { $text: { $search, ...options } }, sort: { _id: 1 } });
    expect(search('dog')).toEqual([1, 2]);
    expect(search('cat bird')).toEqual([2, 3]);
    expect(search('dogs -cats')).toEqual([1]);
    expect(search('"through the park"')).toEqual([1]);
    expect(search('flying')).toEqual([3]);
    expect(search('cafe')).toEqual([2]);
    expect(search('cafe', { $diacriticSensitive: true })).toEqual([]);
    expect(search('DOGS', { $caseSensitive: true })).toEqual([]);
    expect(search('the')).toEqual([]);
    expect(things.explain({ filter: { $text: { $search: 'dog' } } })).toMatchObject({ stage: 'TEXT_MATCH' });
  });

  test('say how well a document fits', () => {
    index({ title: 'text', body: 'text' }, { weights: { title: 10 } });
    const found = [
      ...things.find({
        filter: { $text: { $search: 'dog' } },
        projection: { score: { $meta: 'textScore' } },
        sort: { score: { $meta: 'textScore' } },
      }),
    ];
    expect(found.map(({ _id }) => _id)).toEqual([1, 2]);
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score);
  });

  test('are needed', () => {
    expect(() => things.find({ filter: { $text: { $search: 'x' } } })).toThrow(expect.objectContaining({ code: 27 }));
  });
});

describe('geographic indexes', () => {
  const point = (x: number, y: number): Document => ({ type: 'Point', coordinates: [x, y] });

  beforeEach(() => {
    things.insert(
      [
        { _id: 'a', p: point(13.4, 52.5) },
        { _id: 'b', p: point(13.0, 52.4) },
        { _id: 'c', p: [2.35, 48.85] },
        { _id: 'd', p: point(-179.9, 10) },
        {
          _id: 'e',
          p: {
            type: 'Polygon',
            coordinates: [
              [
                [13, 52],
                [14, 52],
                [14, 53],
                [13, 53],
                [13, 52],
              ],
            ],
          },
        },
        { _id: 'f' },
      ],
      {},
    );
    index({ p: '2dsphere' });
  });

  test('find what is near, the nearest first', () => {
    const near = (limits: Document, limit = 0): unknown[] =>
      ids({ filter: { p: { $near: { $geometry: point(13.39, 52.5), ...limits } } }, limit });
    // Whoever stands in an area is at no distance from it.
    expect(near({ $maxDistance: 50_000 })).toEqual(['e', 'a', 'b']);
    expect(near({})).toEqual(['e', 'a', 'b', 'c', 'd']);
    expect(near({ $minDistance: 10_000 }, 2)).toEqual(['b', 'c']);
    expect(ids({ filter: { p: { $nearSphere: [179.9, 10], $maxDistance: 0.01 } } })).toEqual(['d']);
    expect(things.explain({ filter: { p: { $near: { $geometry: point(0, 0) } } } })).toMatchObject({
      stage: 'GEO_NEAR_2DSPHERE',
    });
  });

  test('find what is within or meets an area', () => {
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [12, 51],
          [15, 51],
          [15, 54],
          [12, 54],
          [12, 51],
        ],
      ],
    };
    expect(ids({ filter: { p: { $geoWithin: { $geometry: area } } }, sort: { _id: 1 } })).toEqual(['a', 'b', 'e']);
    expect(ids({ filter: { p: { $geoIntersects: { $geometry: point(13.5, 52.5) } } } })).toEqual(['e']);
    expect(ids({ filter: { p: { $geoWithin: { $centerSphere: [[2, 48], 0.05] } } } })).toEqual(['c']);
    expect(things.explain({ filter: { p: { $geoWithin: { $geometry: area } } } })).toMatchObject({ stage: 'IXSCAN' });
  });

  test('refuse what is no place on earth', () => {
    expect(things.insert([{ p: point(200, 0) }], {}).errors).toMatchObject([{ code: 2 }]);
    expect(things.insert([{ p: 'here' }], {}).errors).toMatchObject([{ code: 16755 }]);
    expect(() => things.find({ filter: { q: { $near: { $geometry: point(0, 0) } } } })).toThrow(
      expect.objectContaining({ code: 291 }),
    );
  });
});
