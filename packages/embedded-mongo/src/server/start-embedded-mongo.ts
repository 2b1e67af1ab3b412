import { startInWorker } from './start-in-worker.js';
import type { RunningServer, ServerOptions } from './start-server.js';

export interface EmbeddedMongoOptions extends ServerOptions {
  /**
   * Whether the server runs in a worker thread, so that long queries do not stall this one. Default: true. A bundler
   * that puts this code elsewhere gives the URL of the file into which it has put `@bolide/embedded-mongo/worker`.
   */
  readonly worker?: boolean | URL | undefined;
  /** Told if the worker thread ends though nobody has stopped it. Default: the error is thrown in this thread. */
  readonly onFailure?: ((error: Error) => void) | undefined;
}

export type EmbeddedMongo = RunningServer;

/**
 * Starts a database that the official MongoDB drivers can talk to.
 * @throws MongoError 96 if another process has the data open, Error if the server cannot listen
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { worker = true, onFailure = throwLater, ...server } = options;
  if (worker === false) {
    // The engine is not worth loading in a thread that does not run it.
    const { startServer } = await import('./start-server.js');
    return startServer(server);
  }
  return startInWorker(worker === true ? defaultEntry() : worker, server, onFailure);
}

/** The module beside this one: compiled, or as it is for runtimes that read TypeScript. */
function defaultEntry(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./worker.${extension}`, import.meta.url);
}

function throwLater(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}
