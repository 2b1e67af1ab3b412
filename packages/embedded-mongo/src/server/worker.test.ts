import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BundledModule, bundleModule } from '../test-support/bundle-module.js';
import { startEmbeddedMongo } from './start-embedded-mongo.js';

let bundled: BundledModule;
let entry: URL;
let directory: string;
beforeAll(async () => {
  bundled = await bundleModule(join(import.meta.dirname, 'worker.ts'));
  entry = pathToFileURL(bundled.path);
  directory = mkdtempSync(join(tmpdir(), 'bolide-mongo-'));
});
afterAll(() => {
  bundled.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe('the worker thread, bundled into one file', () => {
  test('serves, and stops', async () => {
    const server = await startEmbeddedMongo({ directory, worker: entry });
    await using client = await MongoClient.connect(server.uri);
    const things = client.db('app').collection<{ _id: number }>('things');
    await things.insertOne({ _id: 1 });
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1 });
    await expect(startEmbeddedMongo({ directory, worker: entry })).rejects.toMatchObject({
      name: 'MongoError',
      code: 96,
    });
    await client.close();
    await server.stop();
  });

  test('leaves this thread free while it works on a long query', async () => {
    const server = await startEmbeddedMongo({ directory, worker: entry });
    await using client = await MongoClient.connect(server.uri);
    const things = client.db('app').collection<{ n: number }>('many');
    await things.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n })));
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const pairs = [
      { $unwind: { path: '$none', preserveNullAndEmptyArrays: true } },
      { $sort: { n: -1 } },
      { $limit: 1 },
    ];
    await things.aggregate([{ $limit: 20_000 }, ...pairs]).toArray();
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
    await client.close();
    await server.stop();
  });

  test('cannot be started from a file that is not there', async () => {
    const missing = pathToFileURL(join(directory, 'missing.mjs'));
    await expect(startEmbeddedMongo({ directory, worker: missing })).rejects.toThrow(/missing\.mjs/);
  });
});
