import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../database/database.js';
import { RemoteCollectionDriver } from '../database/remote-collection-driver.js';
import type { ReactivityName } from '../observe/reactivity-order.js';

export interface TestDatabase {
  readonly database: Database;
  readonly driver: RemoteCollectionDriver;
  stop(): Promise<void>;
}

let count = 0;

/**
 * An empty database: of the server that BOLIDE_TEST_MONGO_URL names, or an embedded one, which loses its data in the
 * end.
 */
export async function startTestDatabase(
  reactivity: readonly ReactivityName[] = ['changeStreams', 'polling'],
): Promise<TestDatabase> {
  const external = process.env.BOLIDE_TEST_MONGO_URL;
  const { uri, stop } = external ? { uri: external, stop: async () => {} } : await startEmbedded();
  const url = new URL(uri);
  url.pathname = `/bolide-test-${process.pid}-${count++}`;
  const database = new Database({ url: url.href, options: { ignoreUndefined: true } });
  const driver = new RemoteCollectionDriver(database, { reactivity });
  return {
    database,
    driver,
    async stop() {
      driver.close();
      if (external) await database.db.dropDatabase();
      await database.close();
      await stop();
    },
  };
}

async function startEmbedded(): Promise<{ uri: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'bolide-meteor-'));
  const { startEmbeddedMongo } = await import('@bolide/embedded-mongo');
  // Runtimes that cannot read TypeScript cannot start a thread of it.
  const { uri, stop } = await startEmbeddedMongo({ directory, worker: false });
  return {
    uri,
    async stop() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
