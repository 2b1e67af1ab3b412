import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@bolide/embedded-mongo';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../database/database.js';
import { RemoteCollectionDriver } from '../database/remote-collection-driver.js';
import { createServerMongo } from '../test-support/fake-server.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bolide-meteor-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1000 && !condition(); attempt++) await new Promise((done) => setTimeout(done, 10));
  expect(condition()).toBe(true);
}

test('observers miss nothing when the database goes away and comes back', async () => {
  let server = await startEmbeddedMongo({ directory, worker: false });
  const port = Number(new URL(server.uri).port);
  const url = `mongodb://127.0.0.1:${port}/app?directConnection=true`;
  const database = new Database({ url });
  const driver = new RemoteCollectionDriver(database, { reactivity: ['changeStreams'] });
  const things = new (createServerMongo(driver).Mongo.Collection)('reconnecting');
  await things.insertAsync({ _id: 'before' });
  const ids: unknown[] = [];
  const handle = await things.find().observeChangesAsync({
    added: (id) => ids.push(id),
    removed: (id) => ids.splice(ids.indexOf(id), 1),
  });
  expect(ids).toEqual(['before']);

  for (const round of ['first', 'second']) {
    await server.stop();
    server = await startEmbeddedMongo({ directory, worker: false, listen: { port } });
    // Another process is faster than the stream to come back.
    const other = await MongoClient.connect(url);
    await other.db().collection<{ _id: string }>('reconnecting').insertOne({ _id: round });
    await other.close();
    await until(() => ids.includes(round));
  }
  await things.removeAsync('before');
  await until(() => !ids.includes('before'));
  expect(ids).toEqual(['first', 'second']);

  handle.stop();
  driver.close();
  await database.close();
  await server.stop();
}, 30_000);
