import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChangeStreamDocument, type Collection, MongoClient, type ResumeToken, type Timestamp } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../server/start-server.js';
import { startTestServer, type TestServer } from '../test-support/test-server.js';

interface Task {
  _id: number;
  text?: string;
  done?: boolean;
}

/** Streams answer soon that there is nothing, for tests that ask them only to open them. */
const QUICK = { maxAwaitTimeMS: 20 };

let server: TestServer;
let tasks: Collection<Task>;
let numbered = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  tasks = server.client.db('app').collection(`tasks${numbered++}`);
});

describe('a change stream of a collection', () => {
  test('tells of inserts, updates, replacements and deletes', async () => {
    await using stream = tasks.watch([], QUICK);
    const first = stream.tryNext();
    expect(await first).toBeNull();
    await tasks.insertOne({ _id: 1, text: 'one' });
    await tasks.updateOne({ _id: 1 }, { $set: { done: true }, $unset: { text: 1 } });
    await tasks.replaceOne({ _id: 1 }, { text: 'other' });
    await tasks.deleteOne({ _id: 1 });
    const ns = { db: 'app', coll: tasks.collectionName };
    expect(await stream.next()).toMatchObject({
      operationType: 'insert',
      ns,
      documentKey: { _id: 1 },
      fullDocument: { _id: 1, text: 'one' },
    });
    expect(await stream.next()).toMatchObject({
      operationType: 'update',
      documentKey: { _id: 1 },
      updateDescription: { updatedFields: { done: true }, removedFields: ['text'], truncatedArrays: [] },
    });
    expect(await stream.next()).toMatchObject({ operationType: 'replace', fullDocument: { _id: 1, text: 'other' } });
    const last = await stream.next();
    expect(last).toMatchObject({ operationType: 'delete', documentKey: { _id: 1 } });
    expect(last.clusterTime).toBeDefined();
    expect((last as { wallTime?: unknown }).wallTime).toBeInstanceOf(Date);
  });

  test('wakes up when something is written, and not before', async () => {
    const before = await openCursors();
    await using stream = tasks.watch([], { maxAwaitTimeMS: 20_000 });
    const next = stream.next();
    while ((await openCursors()) === before);
    await server.client
      .db('app')
      .collection<Task>('elsewhere')
      .insertOne({ _id: numbered + 1000 });
    await tasks.insertOne({ _id: 1 });
    expect(await next).toMatchObject({ operationType: 'insert', documentKey: { _id: 1 } });
  });

  test('looks documents up', async () => {
    await tasks.insertOne({ _id: 1 });
    await using stream = tasks.watch([], { ...QUICK, fullDocument: 'updateLookup' });
    await stream.tryNext();
    await tasks.updateOne({ _id: 1 }, { $set: { text: 'a' } });
    expect(await stream.next()).toMatchObject({ operationType: 'update', fullDocument: { _id: 1, text: 'a' } });
    await tasks.updateOne({ _id: 1 }, { $set: { text: 'b' } });
    await tasks.deleteOne({ _id: 1 });
    expect(await stream.next()).toMatchObject({ operationType: 'update', fullDocument: null });
  });

  test('ends with an invalidation when the collection is dropped', async () => {
    await tasks.insertOne({ _id: 1 });
    const stream = tasks.watch([], QUICK);
    await stream.tryNext();
    await tasks.drop();
    expect(await stream.next()).toMatchObject({ operationType: 'drop' });
    const invalidation = await stream.next();
    expect(invalidation).toMatchObject({ operationType: 'invalidate' });
    await stream.close();

    await expect(readOne(tasks, { resumeAfter: invalidation._id })).rejects.toMatchObject({ code: 260 });
    await using later = tasks.watch([], { ...QUICK, startAfter: invalidation._id });
    await later.tryNext();
    await tasks.insertOne({ _id: 7 });
    expect(await later.next()).toMatchObject({ operationType: 'insert', documentKey: { _id: 7 } });
  });

  test('goes on where a token says', async () => {
    await using stream = tasks.watch([], QUICK);
    await stream.tryNext();
    await tasks.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const { _id: token } = await stream.next();
    expect(await readOne(tasks, { resumeAfter: token })).toMatchObject({ documentKey: { _id: 2 } });
    expect(await readOne(tasks, { startAfter: token })).toMatchObject({ documentKey: { _id: 2 } });
  });

  test('goes on where an idle stream was', async () => {
    await using stream = tasks.watch([], QUICK);
    await stream.tryNext();
    const token = stream.resumeToken;
    expect(token).toBeDefined();
    await tasks.insertOne({ _id: 5 });
    expect(await readOne(tasks, { resumeAfter: token })).toMatchObject({ documentKey: { _id: 5 } });
  });

  test('starts at a time', async () => {
    const { operationTime } = await server.client.db('admin').command({ ping: 1 });
    await tasks.insertOne({ _id: 1 });
    expect(await readOne(tasks, { startAtOperationTime: operationTime })).toMatchObject({
      operationType: 'insert',
      documentKey: { _id: 1 },
    });
  });

  test('keeps up with more than it can keep in memory', async () => {
    await using stream = tasks.watch([], { ...QUICK, batchSize: 100 });
    await stream.tryNext();
    const count = 2500;
    for (let from = 0; from < count; from += 500) {
      await tasks.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: from + n })));
    }
    for (let expected = 0; expected < count; expected++) {
      const event = await stream.next();
      if (event.operationType !== 'insert' || event.documentKey._id !== expected) {
        expect(event).toMatchObject({ operationType: 'insert', documentKey: { _id: expected } });
      }
    }
    expect(await stream.tryNext()).toBeNull();
  });

  test('refuses tokens that are none', async () => {
    await expect(readOne(tasks, { resumeAfter: { _data: 'nonsense' } })).rejects.toMatchObject({
      code: 260,
      codeName: 'InvalidResumeToken',
    });
  });
});

describe('wider change streams', () => {
  test('tell of all collections of a database', async () => {
    const database = server.client.db('wide');
    await using stream = database.watch([], QUICK);
    await stream.tryNext();
    await database.collection<Task>('a').insertOne({ _id: 1 });
    await tasks.insertOne({ _id: 99 });
    await database.collection<Task>('b').insertOne({ _id: 2 });
    expect(await stream.next()).toMatchObject({ ns: { db: 'wide', coll: 'a' } });
    expect(await stream.next()).toMatchObject({ ns: { db: 'wide', coll: 'b' } });
    await database.dropDatabase();
    const kinds: string[] = [];
    for (let left = 4; left > 0; left--) kinds.push((await stream.next()).operationType);
    expect(kinds).toEqual(['drop', 'drop', 'dropDatabase', 'invalidate']);
  });

  test('tell of everything', async () => {
    await using stream = server.client.watch([], QUICK);
    await stream.tryNext();
    await tasks.insertOne({ _id: 1 });
    await tasks.rename(`${tasks.collectionName}-renamed`);
    expect(await stream.next()).toMatchObject({ operationType: 'insert' });
    expect(await stream.next()).toMatchObject({
      operationType: 'rename',
      to: { db: 'app', coll: `${tasks.collectionName}-renamed` },
    });
  });
});

async function openCursors(): Promise<number> {
  const { metrics } = await server.client.db('admin').command({ serverStatus: 1 });
  return metrics.cursor.open.total;
}

async function readOne(
  collection: Collection<Task>,
  options: { resumeAfter?: ResumeToken; startAfter?: ResumeToken; startAtOperationTime?: Timestamp },
): Promise<ChangeStreamDocument<Task>> {
  await using stream = collection.watch([], options);
  return await stream.next();
}

describe('the pipeline after $changeStream', () => {
  test('filters and changes events', async () => {
    await using stream = tasks.watch(
      [{ $match: { 'fullDocument.done': true } }, { $project: { operationType: 1, text: '$fullDocument.text' } }],
      QUICK,
    );
    await stream.tryNext();
    await tasks.insertMany([
      { _id: 1, text: 'a' },
      { _id: 2, text: 'b', done: true },
    ]);
    const event = await stream.next();
    expect(event).toEqual({ _id: event._id, operationType: 'insert', text: 'b' });
    expect(await stream.tryNext()).toBeNull();
  });

  test('may not touch the token', async () => {
    await using stream = tasks.watch([{ $project: { _id: 0 } }], QUICK);
    await stream.tryNext();
    await tasks.insertOne({ _id: 1 });
    await expect(stream.next()).rejects.toThrow(/_id field, which contains the resume token|resume token/i);
  });

  test('takes only stages that look at one event', async () => {
    await using stream = tasks.watch([{ $group: { _id: 1 } }], QUICK);
    await expect(stream.next()).rejects.toMatchObject({ code: 20 });
  });
});

describe('images of documents', () => {
  test('before and after a change', async () => {
    const database = server.client.db('app');
    const images = await database.createCollection<Task>(`images${numbered}`, {
      changeStreamPreAndPostImages: { enabled: true },
    });
    await images.insertOne({ _id: 1, text: 'a' });
    await using stream = images.watch([], {
      ...QUICK,
      fullDocument: 'required',
      fullDocumentBeforeChange: 'required',
    });
    await stream.tryNext();
    await images.updateOne({ _id: 1 }, { $set: { text: 'b' } });
    await images.updateOne({ _id: 1 }, { $set: { text: 'c' } });
    await images.deleteOne({ _id: 1 });
    expect(await stream.next()).toMatchObject({ fullDocument: { text: 'b' }, fullDocumentBeforeChange: { text: 'a' } });
    expect(await stream.next()).toMatchObject({ fullDocument: { text: 'c' }, fullDocumentBeforeChange: { text: 'b' } });
    expect(await stream.next()).toMatchObject({ operationType: 'delete', fullDocumentBeforeChange: { text: 'c' } });
  });

  test('that are required, but not kept', async () => {
    await tasks.insertOne({ _id: 1 });
    await using stream = tasks.watch([], { ...QUICK, fullDocumentBeforeChange: 'required' });
    await stream.tryNext();
    await tasks.deleteOne({ _id: 1 });
    await expect(stream.next()).rejects.toMatchObject({ code: 47 });
  });

  test('that are taken if there are any', async () => {
    await tasks.insertOne({ _id: 1 });
    await using stream = tasks.watch([], {
      ...QUICK,
      fullDocument: 'whenAvailable',
      fullDocumentBeforeChange: 'whenAvailable',
    });
    await stream.tryNext();
    await tasks.updateOne({ _id: 1 }, { $set: { text: 'x' } });
    expect(await stream.next()).toMatchObject({ fullDocument: null, fullDocumentBeforeChange: null });
  });
});

test('tokens survive a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bolide-mongo-'));
  const first = await startServer({ directory });
  const before = await MongoClient.connect(first.uri);
  const stream = before.db('app').collection<Task>('tasks').watch([], QUICK);
  await stream.tryNext();
  await before
    .db('app')
    .collection<Task>('tasks')
    .insertMany([{ _id: 1 }, { _id: 2 }]);
  const { _id: token } = await stream.next();
  await stream.close();
  await before.close();
  await first.stop();
  const second = await startServer({ directory });
  const after = await MongoClient.connect(second.uri);
  const again = after.db('app').collection<Task>('tasks');
  await again.insertOne({ _id: 3 });
  await using resumed = again.watch([], { resumeAfter: token });
  expect(await resumed.next()).toMatchObject({ documentKey: { _id: 2 } });
  expect(await resumed.next()).toMatchObject({ documentKey: { _id: 3 } });
  await resumed.close();
  await after.close();
  await second.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('what has fallen out of the log cannot be resumed', async () => {
  const small = await startTestServer({}, { changeLogBytes: 20_000 });
  const many = small.client.db('app').collection<Task>('tasks');
  await using stream = many.watch([], QUICK);
  await stream.tryNext();
  await many.insertOne({ _id: 0 });
  const { _id: token } = await stream.next();
  for (let n = 1; n < 100; n++) await many.insertOne({ _id: n, text: 'x'.repeat(1000) });
  await expect(readOne(many, { resumeAfter: token })).rejects.toMatchObject({
    code: 286,
    codeName: 'ChangeStreamHistoryLost',
  });
  await stream.close();
  await small.stop();
});

test('many streams are told of one change', async () => {
  const client = await MongoClient.connect(server.uri, { maxPoolSize: 150 });
  const watched = client.db('app').collection<Task>(`watched${numbered}`);
  const before = await openCursors();
  const streams = Array.from({ length: 100 }, () => watched.watch());
  const events = streams.map((stream) => stream.next());
  while ((await openCursors()) < before + streams.length);
  await watched.insertOne({ _id: 1 });
  const received = await Promise.all(events);
  expect(new Set(received.map((event) => JSON.stringify(event._id))).size).toBe(1);
  await Promise.all(streams.map((stream) => stream.close()));
  await client.close();
});
