import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, printFatalError, readVariable, runningBundle } from '@bolide/runtime';

/** What `bolide build` makes of `worker.ts`, beside the file of this package. */
const WORKER_IN_BUNDLE = './mongo.worker.mjs';

/** A place where the embedded database will listen. */
export interface EmbeddedAddress {
  /** A connection string, of the database `meteor`. */
  readonly url: string;
  /** Starts the database there. */
  start(): Promise<void>;
  /** Never called: its import makes a bundler write the file of the worker thread. */
  loadWorker(): Promise<unknown>;
}

/**
 * Where its data is: BOLIDE_DATA_DIR, else the folder `data` beside the bundle (without a bundle: in the current
 * folder).
 */
export function embeddedDataDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const given = readVariable('BOLIDE_DATA_DIR', env);
  if (given !== undefined) return resolve(given);
  const bundle = runningBundle();
  return bundle ? resolve(bundle.directory, '..', 'data') : resolve('data');
}

/**
 * Reserves a Unix socket that only this user can reach. So the driver can be told where the database is before it has
 * started: `rawCollection()` has to give something at once.
 */
export function embeddedAddress(directory: string): EmbeddedAddress {
  const folder = mkdtempSync(join(tmpdir(), 'bolide-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'mongo.sock');
  return {
    url: `mongodb://${encodeURIComponent(path)}/meteor?directConnection=true`,
    start: () => startAt(path, directory),
    loadWorker: () => import('./worker.js'),
  };
}

async function startAt(path: string, directory: string): Promise<void> {
  // The database is as large as the rest of the server: only those who need it load it.
  const { startEmbeddedMongo } = await import('@bolide/embedded-mongo');
  const inBundle = new URL(WORKER_IN_BUNDLE, import.meta.url);
  try {
    await startEmbeddedMongo({
      directory,
      listen: { path },
      worker: existsSync(fileURLToPath(inBundle)) ? inBundle : true,
      onFailure: (error) => {
        printFatalError(new ConfigurationError(`The embedded database has ended: ${error.message}`));
        process.exit(1);
      },
    });
  } catch (error) {
    throw new ConfigurationError(
      `The embedded database cannot start in ${directory}: ${(error as Error).message} ` +
        'Set BOLIDE_DATA_DIR to another folder, or MONGO_URL to use a MongoDB server.',
    );
  }
}
