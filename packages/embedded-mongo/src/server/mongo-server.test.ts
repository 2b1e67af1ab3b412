import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('the official driver', () => {
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
});
