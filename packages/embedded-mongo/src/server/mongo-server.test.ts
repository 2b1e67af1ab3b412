import * as Current from 'mongodb';
import * as Previous from 'mongodb-6';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-support/test-server.js';

const DRIVERS: [string, typeof Current.MongoClient][] = [
  ['current', Current.MongoClient],
  ['previous', Previous.MongoClient as unknown as typeof Current.MongoClient],
];

describe.each(DRIVERS)('the %s major of the official driver', (_name, MongoClient) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, {}, MongoClient);
  });
  afterAll(() => server.stop());

  test('finds a primary of a replica set', async () => {
    const hello = await server.client.db('admin').command({ hello: 1 });
    expect(hello).toMatchObject({ isWritablePrimary: true, setName: 'bolide', maxWireVersion: 25, ok: 1 });
    expect(hello.hosts).toEqual([hello.me]);
    expect(hello.$clusterTime).toBeDefined();
  });

  test('inserts, finds, updates, deletes', async () => {
    const tasks = server.client.db('app').collection<{ _id: number; text: string; done?: boolean }>('tasks');
    await tasks.insertOne({ _id: 1, text: 'one' });
    const { insertedCount } = await tasks.insertMany([
      { _id: 2, text: 'two' },
      { _id: 3, text: 'three' },
    ]);
    expect(insertedCount).toBe(2);
    expect(await tasks.findOne({ _id: 2 })).toEqual({ _id: 2, text: 'two' });
    expect(await tasks.updateOne({ _id: 2 }, { $set: { done: true } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await tasks.find({ done: true }).toArray()).toEqual([{ _id: 2, text: 'two', done: true }]);
    expect(await tasks.deleteMany({ _id: { $gte: 2 } })).toMatchObject({ deletedCount: 2 });
    expect(await tasks.find().toArray()).toEqual([{ _id: 1, text: 'one' }]);
  });

  test('reads on with getMore', async () => {
    const numbers = server.client.db('app').collection('numbers');
    await numbers.insertMany(Array.from({ length: 250 }, (_, n) => ({ n })));
    expect(await numbers.find().batchSize(40).toArray()).toHaveLength(250);
    expect(await numbers.find().limit(130).toArray()).toHaveLength(130);
  });

  test('is told of unknown commands', async () => {
    await expect(server.client.db('app').command({ frobnicate: 1 })).rejects.toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
      message: "no such command: 'frobnicate'",
    });
  });

  test('watches, and writes in transactions', async () => {
    const things = server.client.db('app').collection<{ _id: number }>('things');
    const stream = things.watch([], { maxAwaitTimeMS: 20 });
    await stream.tryNext();
    await server.client.withSession((session) =>
      session.withTransaction(async () => {
        await things.insertOne({ _id: 1 }, { session });
        await things.insertOne({ _id: 2 }, { session });
      }),
    );
    expect(await stream.next()).toMatchObject({ operationType: 'insert', documentKey: { _id: 1 } });
    expect(await stream.next()).toMatchObject({ operationType: 'insert', documentKey: { _id: 2 } });
    await stream.close();
  });

  test('writes much at once', async () => {
    const things = server.client.db('app').collection<{ _id: number; n?: number }>('bulk');
    const result = await things.bulkWrite([
      { insertOne: { document: { _id: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { n: 1 } } } },
      { replaceOne: { filter: { _id: 2 }, replacement: { n: 2 }, upsert: true } },
      { deleteOne: { filter: { _id: 1 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 });
    const namespace = 'app.bulk';
    expect(
      await server.client.bulkWrite(
        [
          { name: 'insertOne', namespace, document: { _id: 3 as never } },
          { name: 'updateMany', namespace, filter: {}, update: { $set: { n: 9 } } },
          { name: 'deleteOne', namespace: 'app.other', filter: {} },
        ],
        { verboseResults: true },
      ),
    ).toMatchObject({ insertedCount: 1, matchedCount: 2, modifiedCount: 2, deletedCount: 0 });
    await expect(
      server.client.bulkWrite([
        { name: 'insertOne', namespace, document: { _id: 4 as never } },
        { name: 'insertOne', namespace, document: { _id: 3 as never } },
        { name: 'insertOne', namespace, document: { _id: 5 as never } },
      ]),
    ).rejects.toMatchObject({ partialResult: { insertedCount: 1 } });
    expect((await things.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([2, 3, 4]);
  });
});
