import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedMongo } from './start-embedded-mongo.js';

const packageRoot = join(import.meta.dirname, '../..');

let directory: string;
let entry: URL;
beforeAll(async () => {
  // Inside of the package, so that the native binding is found as an installed package finds it.
  directory = mkdtempSync(join(packageRoot, 'node_modules', '.worker-test-'));
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'worker.ts'),
    platform: 'node',
    external: [/^libsql/, /^@libsql/, /^bun:/],
    logLevel: 'silent',
  });
  await bundle.write({ file: join(directory, 'worker.mjs'), format: 'esm', codeSplitting: false });
  await bundle.close();
  entry = pathToFileURL(join(directory, 'worker.mjs'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the worker thread, bundled into one file', () => {
  test('serves, and stops', async () => {
    const data = mkdtempSync(join(tmpdir(), 'bolide-mongo-'));
    const server = await startEmbeddedMongo({ directory: data, worker: entry });
    await using client = await MongoClient.connect(server.uri);
    const things = client.db('app').collection<{ _id: number }>('things');
    await things.insertOne({ _id: 1 });
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1 });
    await expect(startEmbeddedMongo({ directory: data, worker: entry })).rejects.toMatchObject({
      name: 'MongoError',
      code: 96,
    });
    await client.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('tells that it has ended though nobody has stopped it', async () => {
    const missing = pathToFileURL(join(directory, 'missing.mjs'));
    await expect(startEmbeddedMongo({ directory, worker: missing })).rejects.toThrow(/missing\.mjs/);
  });
});
