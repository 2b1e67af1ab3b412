import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runStandalone } from './run-standalone.js';
import { startEmbeddedMongo } from './start-embedded-mongo.js';
import { startServer } from './start-server.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bolide-mongo-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('starting', () => {
  test('on a Unix socket', async () => {
    const path = join(directory, 'db.sock');
    const server = await startServer({ directory, listen: { path } });
    await using client = await MongoClient.connect(server.uri);
    await client.db('app').collection('things').insertOne({ a: 1 });
    expect(await client.db('app').collection('things').countDocuments()).toBe(1);
    await client.close();
    await server.stop();
    expect(existsSync(path)).toBe(false);
  });

  test('in this thread, and again with the data of before', async () => {
    const first = await startEmbeddedMongo({ directory, worker: false });
    await using client = await MongoClient.connect(first.uri);
    await client.db('app').collection<{ _id: string }>('things').insertOne({ _id: 'kept' });
    await client.close();
    await first.stop();
    const second = await startEmbeddedMongo({ directory, worker: false });
    await using other = await MongoClient.connect(second.uri);
    expect(await other.db('app').collection('things').find().toArray()).toEqual([{ _id: 'kept' }]);
    await other.close();
    await second.stop();
  });

  test('by the name of the replica set', async () => {
    const server = await startServer({ directory, replicaSet: 'rs7' });
    const { host } = new URL(server.uri);
    await using client = await MongoClient.connect(`mongodb://${host}/?replicaSet=rs7`);
    expect(await client.db('admin').command({ replSetGetStatus: 1 })).toMatchObject({ set: 'rs7', myState: 1 });
    await client.close();
    await server.stop();
  });

  test('alone, telling what it does', async () => {
    const lines: string[] = [];
    const server = await runStandalone({ directory, listen: { port: 0 }, log: (line) => lines.push(line) });
    expect(lines).toEqual([`Data: ${directory}`, `Listening: ${server.uri}`]);
    await server.stop();
  });
});

describe('refusing', () => {
  test('a second server on the same data', async () => {
    const server = await startServer({ directory });
    await expect(startServer({ directory })).rejects.toThrow(`The data folder ${directory} is in use by the process`);
    await server.stop();
  });

  test('a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(startServer({ directory, listen: { port } })).rejects.toThrow(
      `The database cannot listen on 127.0.0.1:${port}: another process does`,
    );
    other.close();
    // The data is free again.
    await (await startServer({ directory })).stop();
  });

  test('the network, without users', async () => {
    await expect(startServer({ directory, listen: { host: '0.0.0.0' } })).rejects.toThrow('without users');
  });

  test('an impossible port', async () => {
    await expect(startServer({ directory, listen: { port: 70_000 } })).rejects.toThrow('from 0 to 65535, not 70000');
  });

  test('a socket path that is too long', async () => {
    const path = join(directory, 'x'.repeat(120));
    await expect(startServer({ directory, listen: { path } })).rejects.toThrow('Give it a shorter one');
  });
});

describe('users', () => {
  const users = [{ name: 'ann', password: 'se=c,ret ü' }];

  test('have to log in', async () => {
    const server = await startServer({ directory, users });
    const { host } = new URL(server.uri);
    await using stranger = await MongoClient.connect(server.uri);
    await expect(stranger.db('app').collection('things').findOne()).rejects.toMatchObject({
      code: 13,
      codeName: 'Unauthorized',
    });
    const wrong = new MongoClient(`mongodb://ann:wrong@${host}/?directConnection=true`);
    await expect(wrong.connect()).rejects.toMatchObject({ code: 18, codeName: 'AuthenticationFailed' });
    await using ann = new MongoClient(`mongodb://${host}/app?directConnection=true`, {
      auth: { username: 'ann', password: users[0]?.password ?? '' },
    });
    await ann.db('app').collection('things').insertOne({ a: 1 });
    expect(await ann.db('app').collection('things').countDocuments()).toBe(1);
    const { authInfo } = await ann.db('admin').command({ connectionStatus: 1 });
    expect(authInfo.authenticatedUsers).toEqual([{ user: 'ann', db: 'app' }]);
    await Promise.all([stranger.close(), wrong.close(), ann.close()]);
    await server.stop();
  });
});

describe('bytes that are no message', () => {
  test('end their connection and nothing else', async () => {
    const server = await startServer({ directory });
    const { port } = new URL(server.uri);
    const header = (length: number, opCode: number): Buffer => {
      const bytes = Buffer.alloc(16);
      bytes.writeInt32LE(length, 0);
      bytes.writeInt32LE(opCode, 12);
      return bytes;
    };
    const malformed = [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      header(-1, 2013),
      header(3, 2013),
      header(48_000_001, 2013),
      header(16, 2013),
      Buffer.concat([header(21, 2013), Buffer.from([0, 0, 0, 0, 9])]),
      Buffer.concat([header(26, 2013), Buffer.from([0, 0, 0, 0, 0, 200, 0, 0, 0, 0])]),
      Buffer.concat([header(26, 2013), Buffer.from([0xff, 0, 0, 0, 0, 5, 0, 0, 0, 0])]),
      Buffer.concat([header(26, 2012), Buffer.from([221, 7, 0, 0, 5, 0, 0, 0, 0, 0])]),
      Buffer.concat([header(20, 2004), Buffer.from([0, 0, 0, 0])]),
    ];
    for (const bytes of malformed) await untilClosed(Number(port), bytes);
    await using client = await MongoClient.connect(server.uri);
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
    await client.close();
    await server.stop();
  });
});

function untilClosed(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => resolve());
  });
}
