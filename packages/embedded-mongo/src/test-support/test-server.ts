import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { type ServerOptions, startServer } from '../server/start-server.js';

export interface TestServer {
  readonly uri: string;
  readonly directory: string;
  readonly client: MongoClient;
  stop(): Promise<void>;
}

/** A server on a free port of the loopback, with an empty database, and a client of it. */
export async function startTestServer(
  clientOptions: MongoClientOptions = {},
  serverOptions: Partial<ServerOptions> = {},
  Client: typeof MongoClient = MongoClient,
): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'bolide-mongo-'));
  const server = await startServer({ directory, ...serverOptions });
  const client = await Client.connect(server.uri, { serverSelectionTimeoutMS: 5000, ...clientOptions });
  return {
    uri: server.uri,
    directory,
    client,
    async stop() {
      await client.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
