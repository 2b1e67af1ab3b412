import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BundledModule, bundleModule } from '../test-support/bundle-module.js';

const ROUNDS = 10;
const WRITERS = 4;

interface Entry {
  _id: string;
  round: number;
}

interface Counter {
  _id: number;
  n: number;
}

let program: BundledModule;
let directory: string;
beforeAll(async () => {
  program = await bundleModule(join(import.meta.dirname, '../test-support/standalone-process.ts'));
  directory = mkdtempSync(join(tmpdir(), 'bolide-mongo-'));
});
afterAll(() => {
  program.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe('a server that is killed while it writes', () => {
  test(`loses nothing that it has acknowledged, ${ROUNDS} times over`, { timeout: 120_000 }, async () => {
    const acknowledged = new Set<string>();
    const increments = Array.from({ length: WRITERS }, () => ({ acknowledged: 0, attempted: 0 }));
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startProcess();
      const client = await MongoClient.connect(server.uri, { retryWrites: false, maxPoolSize: WRITERS });
      const entries = client.db('app').collection<Entry>('entries');
      const counters = client.db('app').collection<Counter>('counters');
      await check(entries, counters, acknowledged, increments);

      const writers = increments.map((counter, writer) =>
        writeUntilItFails(async (n) => {
          const _id = `${round}-${writer}-${n}`;
          await entries.insertOne({ _id, round });
          acknowledged.add(_id);
          counter.attempted += 1;
          await counters.updateOne({ _id: writer }, { $inc: { n: 1 } }, { upsert: true });
          counter.acknowledged += 1;
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100 + round * 37));
      server.process.kill('SIGKILL');
      await Promise.all(writers);
      await server.ended;
      await client.close();
    }
    const server = await startProcess();
    const client = await MongoClient.connect(server.uri);
    const entries = client.db('app').collection<Entry>('entries');
    await check(entries, client.db('app').collection<Counter>('counters'), acknowledged, increments);
    expect(acknowledged.size).toBeGreaterThan(ROUNDS);
    expect(await client.db('app').command({ validate: 'entries' })).toMatchObject({ valid: true, errors: [] });
    await client.close();
    server.process.kill('SIGKILL');
    await server.ended;
  });
});

async function check(
  entries: import('mongodb').Collection<Entry>,
  counters: import('mongodb').Collection<Counter>,
  acknowledged: ReadonlySet<string>,
  increments: readonly { acknowledged: number; attempted: number }[],
): Promise<void> {
  const stored = new Set((await entries.find().toArray()).map(({ _id }) => _id));
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  for (const { _id, n } of await counters.find().toArray()) {
    const counter = increments[_id];
    expect(n).toBeGreaterThanOrEqual(counter?.acknowledged ?? 0);
    expect(n).toBeLessThanOrEqual(counter?.attempted ?? 0);
  }
}

async function writeUntilItFails(write: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; ; n++) {
    try {
      await write(n);
    } catch {
      return;
    }
  }
}

interface ServerProcess {
  readonly uri: string;
  readonly process: ChildProcess;
  readonly ended: Promise<void>;
}

async function startProcess(): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program.path, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const uri = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('exit', () => reject(new Error('The server has ended before it listened')));
  });
  return { uri, process: child, ended };
}
