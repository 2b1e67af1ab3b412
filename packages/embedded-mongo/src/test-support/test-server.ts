import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { openEngine } from '../engine/index.js';
import { serve } from '../server/mongo-server.js';

export interface TestServer {
  readonly uri: string;
  readonly client: MongoClient;
  stop(): Promise<void>;
}

/** A server on a free port of the loopback, with an empty database, and a client of it. */
export async function startTestServer(options: MongoClientOptions = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'bolide-mongo-'));
  const engine = openEngine({ directory });
  const { server, host } = await serve(engine, { host: '127.0.0.1', port: 0 }, 'bolide');
  const uri = `mongodb://${host}/?replicaSet=bolide`;
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000, ...options });
  return {
    uri,
    client,
    async stop() {
      await client.close();
      await server.stop();
      engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
