import { resolve } from 'node:path';
import { type RunningServer, type ServerOptions, startServer } from './start-server.js';

export interface StandaloneOptions extends ServerOptions {
  /** Told what is worth telling, line by line. Default: nothing is told. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The port that MongoDB's tools look at by themselves. */
const DEFAULT_PORT = 27017;

/**
 * Serves a data folder to `mongosh`, tests and tools, on port 27017 of the loopback unless told otherwise. It runs until
 * it is stopped; signals are the caller's.
 * @throws MongoError 96 if another process has the data open, Error if the server cannot listen
 */
export async function runStandalone(options: StandaloneOptions): Promise<RunningServer> {
  const { log = () => {}, ...server } = options;
  const listen = server.listen ?? { port: DEFAULT_PORT };
  const running = await startServer({
    ...server,
    listen: 'path' in listen ? listen : { port: DEFAULT_PORT, ...listen },
  });
  log(`Data: ${resolve(server.directory)}`);
  log(`Listening: ${running.uri}`);
  if (server.users && server.users.length > 0) log(`Users: ${server.users.map(({ name }) => name).join(', ')}`);
  return running;
}
