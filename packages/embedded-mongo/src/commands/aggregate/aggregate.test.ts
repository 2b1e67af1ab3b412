import { type Collection, Decimal128, type Document, Double, Long } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/test-server.js';

interface Sale {
  _id: number;
  item: string;
  price?: unknown;
  quantity?: number;
  tags?: unknown;
  at?: Date;
}

let server: TestServer;
let sales: Collection<Sale>;

beforeAll(async () => {
  server = await startTestServer();
  sales = server.client.db('shop').collection('sales');
  await sales.insertMany([
    { _id: 1, item: 'pen', price: 2, quantity: 10, tags: ['blue', 'cheap'] },
    { _id: 2, item: 'book', price: 12.5, quantity: 2, tags: ['paper'] },
    { _id: 3, item: 'pen', price: 3, quantity: 5, tags: [] },
    { _id: 4, item: 'lamp', price: 30, quantity: 1 },
    { _id: 5, item: 'book', price: 8, quantity: 4, tags: 'paper' },
  ]);
});
afterAll(() => server.stop());

function run(pipeline: Document[], collection: Collection<never> | Collection<Sale> = sales): Promise<Document[]> {
  return (collection as unknown as Collection).aggregate(pipeline).toArray();
}

describe('stages at the front, which the engine does', () => {
  test('match, sort, skip, limit', async () => {
    expect(
      await run([
        { $match: { quantity: { $gt: 1 } } },
        { $sort: { quantity: -1 } },
        { $skip: 1 },
        { $limit: 2 },
        { $project: { _id: 1 } },
      ]),
    ).toEqual([{ _id: 3 }, { _id: 5 }]);
  });

  test('a limit before a match, a skip or a sort is a limit of all documents', async () => {
    expect(
      await run([{ $sort: { _id: 1 } }, { $limit: 2 }, { $match: { item: 'book' } }, { $project: { _id: 1 } }]),
    ).toEqual([{ _id: 2 }]);
    expect(await run([{ $sort: { _id: 1 } }, { $limit: 3 }, { $skip: 1 }, { $project: { _id: 1 } }])).toEqual([
      { _id: 2 },
      { _id: 3 },
    ]);
    expect(await run([{ $sort: { _id: 1 } }, { $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }])).toEqual(
      [{ _id: 2 }, { _id: 1 }],
    );
  });

  test('counting', async () => {
    expect(await sales.countDocuments({ item: 'pen' })).toBe(2);
    expect(await sales.countDocuments({ item: 'none' })).toBe(0);
    expect(await sales.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await run([{ $match: { item: 'book' } }, { $count: 'books' }])).toEqual([{ books: 2 }]);
    expect(await run([{ $match: { item: 'none' } }, { $count: 'none' }])).toEqual([]);
  });
});

describe('$group', () => {
  test('by a field, with accumulators', async () => {
    const groups = await run([
      {
        $group: {
          _id: '$item',
          total: { $sum: '$quantity' },
          average: { $avg: '$price' },
          least: { $min: '$price' },
          greatest: { $max: '$price' },
          first: { $first: '$_id' },
          last: { $last: '$_id' },
          ids: { $push: '$_id' },
          n: { $count: {} },
        },
      },
      { $sort: { _id: 1 } },
    ]);
    expect(groups).toEqual([
      { _id: 'book', total: 6, average: 10.25, least: 8, greatest: 12.5, first: 2, last: 5, ids: [2, 5], n: 2 },
      { _id: 'lamp', total: 1, average: 30, least: 30, greatest: 30, first: 4, last: 4, ids: [4], n: 1 },
      { _id: 'pen', total: 15, average: 2.5, least: 2, greatest: 3, first: 1, last: 3, ids: [1, 3], n: 2 },
    ]);
  });

  test('takes numbers of all types for equal', async () => {
    const numbers = server.client.db('shop').collection<Document>('numbers');
    await numbers.insertMany([
      { v: 1 },
      { v: new Double(1) },
      { v: Long.fromNumber(1) },
      { v: Decimal128.fromString('1.0') },
    ]);
    const [group] = await numbers.aggregate([{ $group: { _id: '$v', n: { $sum: 1 }, sum: { $sum: '$v' } } }]).toArray();
    expect(group).toMatchObject({ n: 4 });
    expect(String(group?.sum)).toBe('4.0');
  });

  test('of missing fields is one group', async () => {
    expect(await run([{ $group: { _id: '$nothing', n: { $sum: 1 } } }])).toEqual([{ _id: null, n: 5 }]);
  });

  test('refuses what it does not know', async () => {
    await expect(run([{ $group: { _id: 1, x: { $frobnicate: 1 } } }])).rejects.toMatchObject({ code: 15952 });
    await expect(run([{ $group: { x: { $sum: 1 } } }])).rejects.toMatchObject({ code: 15955 });
    await expect(run([{ $group: { _id: 1, x: 7 } }])).rejects.toMatchObject({ code: 40234 });
  });
});

describe('$unwind', () => {
  test('gives a document for each element', async () => {
    expect(await run([{ $sort: { _id: 1 } }, { $unwind: '$tags' }, { $project: { tags: 1 } }])).toEqual([
      { _id: 1, tags: 'blue' },
      { _id: 1, tags: 'cheap' },
      { _id: 2, tags: 'paper' },
      { _id: 5, tags: 'paper' },
    ]);
  });

  test('keeps empty ones if told, and counts', async () => {
    expect(
      await run([
        { $sort: { _id: 1 } },
        { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'at' } },
        { $project: { tags: 1, at: 1 } },
      ]),
    ).toEqual([
      { _id: 1, tags: 'blue', at: 0 },
      { _id: 1, tags: 'cheap', at: 1 },
      { _id: 2, tags: 'paper', at: 0 },
      { _id: 3, at: null },
      { _id: 4, at: null },
      { _id: 5, tags: 'paper', at: null },
    ]);
  });
});

describe('$project and its like', () => {
  test('keeps, leaves out and computes', async () => {
    const [first] = await run([
      { $match: { _id: 1 } },
      { $project: { item: 1, cost: { $multiply: ['$price', '$quantity'] } } },
    ]);
    expect(first).toEqual({ _id: 1, item: 'pen', cost: 20 });
    expect(await run([{ $match: { _id: 4 } }, { $project: { _id: 0, price: 0 } }])).toEqual([
      { item: 'lamp', quantity: 1 },
    ]);
    expect(await run([{ $match: { _id: 4 } }, { $unset: ['price', 'quantity'] }])).toEqual([{ _id: 4, item: 'lamp' }]);
    expect(await run([{ $match: { _id: 4 } }, { $set: { 'a.b': '$item' } }, { $project: { a: 1 } }])).toEqual([
      { _id: 4, a: { b: 'lamp' } },
    ]);
  });

  test('refuses to do both', async () => {
    await expect(run([{ $project: { a: 1, b: 0 } }])).rejects.toMatchObject({ code: 31254 });
    await expect(run([{ $project: { a: 0, b: 1 } }])).rejects.toMatchObject({ code: 31253 });
    await expect(run([{ $project: { a: 1, 'a.b': 1 } }])).rejects.toMatchObject({ code: 31249 });
  });

  test('replaces the document', async () => {
    expect(await run([{ $match: { _id: 1 } }, { $replaceWith: { name: '$item' } }])).toEqual([{ name: 'pen' }]);
    await expect(run([{ $replaceRoot: { newRoot: '$item' } }])).rejects.toMatchObject({ code: 40228 });
  });
});

describe('$sort', () => {
  test('orders types as MongoDB does, and arrays by their least or greatest element', async () => {
    const mixed = server.client.db('shop').collection<Document>('mixed');
    await mixed.insertMany([
      { _id: 'text' as never, v: 'a' },
      { _id: 'null' as never, v: null },
      { _id: 'two' as never, v: 2 },
      { _id: 'array' as never, v: [1, 9] },
      { _id: 'missing' as never },
      { _id: 'true' as never, v: true },
      { _id: 'empty' as never, v: [] },
    ]);
    const ids = async (direction: 1 | -1): Promise<unknown[]> =>
      (await mixed.aggregate([{ $addFields: { x: 1 } }, { $sort: { v: direction, _id: 1 } }]).toArray()).map(
        ({ _id }) => _id,
      );
    expect(await ids(1)).toEqual(['empty', 'missing', 'null', 'array', 'two', 'text', 'true']);
    expect(await ids(-1)).toEqual(['true', 'text', 'array', 'two', 'missing', 'null', 'empty']);
  });
});

describe('joins', () => {
  test('$lookup by fields, with and without an index', async () => {
    const items = server.client.db('shop').collection<Document>('items');
    await items.insertMany([
      { name: 'pen', maker: 'A' },
      { name: 'book', maker: 'B' },
      { name: 'pen', maker: 'C' },
    ]);
    const pipeline = [
      { $match: { _id: { $in: [1, 2, 4] } } },
      { $sort: { _id: 1 } },
      { $lookup: { from: 'items', localField: 'item', foreignField: 'name', as: 'found' } },
      { $project: { makers: '$found.maker' } },
    ];
    const expected = [
      { _id: 1, makers: ['A', 'C'] },
      { _id: 2, makers: ['B'] },
      { _id: 4, makers: [] },
    ];
    expect(await run(pipeline)).toEqual(expected);
    await items.createIndex({ name: 1 });
    expect(await run(pipeline)).toEqual(expected);
  });

  test('$lookup by a pipeline with variables', async () => {
    const found = await run([
      { $match: { _id: 1 } },
      {
        $lookup: {
          from: 'sales',
          let: { item: '$item', id: '$_id' },
          pipeline: [
            { $match: { $expr: { $and: [{ $eq: ['$item', '$$item'] }, { $ne: ['$_id', '$$id'] }] } } },
            { $project: { _id: 1 } },
          ],
          as: 'others',
        },
      },
      { $project: { others: 1 } },
    ]);
    expect(found).toEqual([{ _id: 1, others: [{ _id: 3 }] }]);
  });

  test('$graphLookup follows references', async () => {
    const people = server.client.db('shop').collection<{ _id: string; boss?: string }>('people');
    await people.insertMany([{ _id: 'a' }, { _id: 'b', boss: 'a' }, { _id: 'c', boss: 'b' }, { _id: 'd', boss: 'c' }]);
    const graph = {
      from: 'people',
      startWith: '$boss',
      connectFromField: 'boss',
      connectToField: '_id',
      as: 'above',
      depthField: 'up',
    };
    const [all] = await people.aggregate([{ $match: { _id: 'd' } }, { $graphLookup: graph }]).toArray();
    expect(all?.above).toEqual([
      { _id: 'c', boss: 'b', up: 0 },
      { _id: 'b', boss: 'a', up: 1 },
      { _id: 'a', up: 2 },
    ]);
    const [near] = await people
      .aggregate([{ $match: { _id: 'd' } }, { $graphLookup: { ...graph, maxDepth: 0 } }])
      .toArray();
    expect(near?.above).toEqual([{ _id: 'c', boss: 'b', up: 0 }]);
  });

  test('$unionWith', async () => {
    expect(
      await run([
        { $match: { _id: 1 } },
        { $unionWith: { coll: 'people', pipeline: [{ $match: { _id: 'a' } }] } },
        { $project: { _id: 1 } },
      ]),
    ).toEqual([{ _id: 1 }, { _id: 'a' }]);
  });
});

describe('facets and buckets', () => {
  test('$facet', async () => {
    expect(
      await run([
        {
          $facet: {
            cheap: [{ $match: { price: { $lt: 5 } } }, { $sort: { _id: 1 } }, { $project: { _id: 1 } }],
            n: [{ $count: 'n' }],
          },
        },
      ]),
    ).toEqual([{ cheap: [{ _id: 1 }, { _id: 3 }], n: [{ n: 5 }] }]);
  });

  test('$bucket', async () => {
    expect(await run([{ $bucket: { groupBy: '$price', boundaries: [0, 5, 20], default: 'dear' } }])).toEqual([
      { _id: 0, count: 2 },
      { _id: 5, count: 2 },
      { _id: 'dear', count: 1 },
    ]);
    await expect(run([{ $bucket: { groupBy: '$price', boundaries: [0, 5] } }])).rejects.toMatchObject({ code: 40066 });
  });

  test('$bucketAuto', async () => {
    const buckets = await run([{ $bucketAuto: { groupBy: '$price', buckets: 2 } }]);
    expect(buckets.map(({ count }) => count)).toEqual([3, 2]);
    expect(buckets.map(({ _id }) => _id)).toEqual([
      { min: 2, max: 12.5 },
      { min: 12.5, max: 30 },
    ]);
  });

  test('$sortByCount', async () => {
    const counts = await run([{ $match: { item: { $in: ['pen', 'lamp'] } } }, { $sortByCount: '$item' }]);
    expect(counts).toEqual([
      { _id: 'pen', count: 2 },
      { _id: 'lamp', count: 1 },
    ]);
  });

  test('$sample', async () => {
    const chosen = await run([{ $sample: { size: 3 } }]);
    expect(new Set(chosen.map(({ _id }) => _id)).size).toBe(3);
    expect(await run([{ $sample: { size: 100 } }])).toHaveLength(5);
  });
});

describe('writing', () => {
  test('$out replaces a collection', async () => {
    const target = server.client.db('shop').collection<Document>('copied');
    await target.insertOne({ old: true });
    await target.createIndex({ item: 1 });
    expect(await run([{ $match: { item: 'pen' } }, { $out: 'copied' }])).toEqual([]);
    expect(await target.countDocuments()).toBe(2);
    expect((await target.indexes()).map(({ name }) => name)).toEqual(['_id_', 'item_1']);
    expect((await server.client.db('shop').listCollections({ name: /^tmp/ }).toArray()).length).toBe(0);
  });

  test('$merge changes what is there and adds what is not', async () => {
    const target = server.client.db('shop').collection<{ _id: number; seen?: boolean; item?: string }>('merged');
    await target.insertOne({ _id: 1, seen: true });
    await run([{ $match: { _id: { $lte: 2 } } }, { $project: { item: 1 } }, { $merge: { into: 'merged' } }]);
    expect(await target.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, seen: true, item: 'pen' },
      { _id: 2, item: 'book' },
    ]);
    await run([
      { $match: { _id: { $lte: 3 } } },
      { $project: { item: 1 } },
      { $merge: { into: 'merged', whenMatched: 'replace', whenNotMatched: 'discard' } },
    ]);
    expect(await target.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, item: 'pen' },
      { _id: 2, item: 'book' },
    ]);
    await expect(run([{ $merge: { into: 'merged', whenMatched: 'fail' } }])).rejects.toMatchObject({ code: 11000 });
  });
});

describe('refusing pipelines', () => {
  test('with MongoDB’s codes', async () => {
    await expect(run([{ $nothing: 1 }])).rejects.toMatchObject({ code: 40324 });
    await expect(run([{ $match: {}, $limit: 1 }])).rejects.toMatchObject({ code: 40323 });
    await expect(run([{ $out: 'x' }, { $limit: 1 }])).rejects.toMatchObject({ code: 40601 });
    await expect(run([{ $limit: 1 }, { $documents: [] }])).rejects.toMatchObject({ code: 40602 });
    await expect(run([{ $facet: { a: [{ $out: 'x' }] } }])).rejects.toMatchObject({ code: 40600 });
    await expect(run([{ $limit: 0 }])).rejects.toMatchObject({ code: 15958 });
    await expect(run([{ $skip: -1 }])).rejects.toMatchObject({ code: 15956 });
  });
});

test('documents without a collection', async () => {
  expect(
    await server.client
      .db('shop')
      .aggregate([{ $documents: [{ a: 1 }, { a: 2 }] }, { $match: { a: 2 } }])
      .toArray(),
  ).toEqual([{ a: 2 }]);
});

test('statistics of a collection and its indexes', async () => {
  const [statistics] = await run([{ $collStats: { count: {}, storageStats: {} } }]);
  expect(statistics).toMatchObject({ ns: 'shop.sales', count: 5, storageStats: { count: 5, nindexes: 1 } });
  expect(await run([{ $indexStats: {} }])).toMatchObject([{ name: '_id_', key: { _id: 1 } }]);
});
