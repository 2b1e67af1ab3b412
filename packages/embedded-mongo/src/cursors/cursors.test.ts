import { type Collection, Long } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-support/test-server.js';

interface Numbered {
  _id: number;
  filler?: string;
}

let server: TestServer;
let numbers: Collection<Numbered>;

beforeAll(async () => {
  server = await startTestServer();
  numbers = server.client.db('app').collection('numbers');
  await numbers.insertMany(Array.from({ length: 300 }, (_, n) => ({ _id: n })));
});
afterAll(() => server.stop());

function command(body: object): Promise<Record<string, never>> {
  return server.client.db('app').command(body) as Promise<Record<string, never>>;
}

async function firstBatch(find: object): Promise<{ id: Long; length: number }> {
  const { cursor } = await server.client.db('app').command({ find: 'numbers', ...find }, { promoteLongs: false });
  return { id: cursor.id, length: cursor.firstBatch.length };
}

describe('batches', () => {
  test('have 101 documents at first unless told', async () => {
    expect((await firstBatch({})).length).toBe(101);
    expect((await firstBatch({ batchSize: 7 })).length).toBe(7);
    const { id, length } = await firstBatch({ batchSize: 0 });
    expect(length).toBe(0);
    expect(id.isZero()).toBe(false);
  });

  test('leave no cursor when all was given, or only one batch is wanted', async () => {
    expect((await firstBatch({ limit: 50 })).id.isZero()).toBe(true);
    expect((await firstBatch({ limit: 50, batchSize: 50 })).id.isZero()).toBe(true);
    expect((await firstBatch({ filter: { _id: { $lt: 20 } } })).id.isZero()).toBe(true);
    expect((await firstBatch({ singleBatch: true, batchSize: 5 })).id.isZero()).toBe(true);
  });

  test('stay below 16 MB', async () => {
    const large = server.client.db('app').collection<Numbered>('large');
    const filler = 'x'.repeat(3_000_000);
    for (let n = 0; n < 8; n++) await large.insertOne({ _id: n, filler });
    const { cursor } = await server.client.db('app').command({ find: 'large', batchSize: 8 });
    expect(cursor.firstBatch).toHaveLength(5);
    expect(await large.find().toArray()).toHaveLength(8);
  });
});

describe('getMore', () => {
  test('of a cursor that is not there', async () => {
    await expect(command({ getMore: Long.fromNumber(12345), collection: 'numbers' })).rejects.toMatchObject({
      code: 43,
      codeName: 'CursorNotFound',
    });
  });

  test('of a cursor of another collection', async () => {
    const { id } = await firstBatch({ batchSize: 2 });
    await expect(command({ getMore: id, collection: 'other' })).rejects.toMatchObject({ code: 13 });
  });

  test('after the collection was dropped', async () => {
    const gone = server.client.db('app').collection<Numbered>('gone');
    await gone.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const cursor = gone.find().batchSize(1);
    await cursor.next();
    await gone.drop();
    await expect(cursor.next()).rejects.toMatchObject({ code: 175 });
  });
});

test('killCursors', async () => {
  await server.client.withSession(async (session) => {
    const database = server.client.db('app');
    const { cursor } = await database.command({ find: 'numbers', batchSize: 2 }, { session, promoteLongs: false });
    const kill = { killCursors: 'numbers', cursors: [cursor.id, Long.fromNumber(99)] };
    const reply = await database.command(kill, { session, promoteLongs: false });
    expect(reply.cursorsKilled.map(String)).toEqual([String(cursor.id)]);
    expect(reply.cursorsNotFound.map(String)).toEqual(['99']);
  });
});

test('the cursors of a session end with it', async () => {
  await server.client.withSession(async (session) => {
    const database = server.client.db('app');
    const { cursor } = await database.command({ find: 'numbers', batchSize: 2 }, { session, promoteLongs: false });
    await database.command({ endSessions: [session.id] });
    const more = { getMore: cursor.id, collection: 'numbers' };
    await expect(database.command(more, { session })).rejects.toMatchObject({ code: 43 });
  });
});

describe('tailable cursors', () => {
  test('give what is inserted later', async () => {
    const capped = await server.client.db('app').createCollection<Numbered>('log', { capped: true, size: 10_000 });
    await capped.insertOne({ _id: 1 });
    const cursor = capped.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: 10_000 });
    expect(await cursor.next()).toEqual({ _id: 1 });
    const next = cursor.next();
    await capped.insertOne({ _id: 2 });
    expect(await next).toEqual({ _id: 2 });
    await cursor.close();
  });

  test('are for capped collections', async () => {
    await expect(numbers.find({}, { tailable: true }).next()).rejects.toMatchObject({ code: 2 });
  });
});
