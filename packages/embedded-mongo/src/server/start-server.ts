import { mkdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { openEngine } from '../engine/index.js';
import type { Engine } from '../engine/types.js';
import { FailPoints } from './fail-points.js';
import { createIdentity } from './identity.js';
import { type ListenAddress, listenOptions } from './listen-address.js';
import { MongoServer } from './mongo-server.js';
import { openListener } from './open-listener.js';
import { type UserOptions, Users } from './users.js';

/** What a server needs to know; plain data, as it goes to a worker thread. */
export interface ServerOptions {
  /** The data folder; made if it is missing. One process at a time may use it. */
  readonly directory: string;
  /** Default: a free port of 127.0.0.1. */
  readonly listen?: ListenAddress | undefined;
  /** Who may log in, by SCRAM-SHA-256. Default: nobody has to. Needed to listen beyond the loopback. */
  readonly users?: readonly UserOptions[] | undefined;
  /** Name of the replica set as which the server presents itself. Default: `bolide`. */
  readonly replicaSet?: string | undefined;
  /** For tests of drivers: has `configureFailPoint`. Default: false. */
  readonly testCommands?: boolean | undefined;
  /** Bytes of the data that are kept in memory. Default: the engine's. */
  readonly cacheBytes?: number | undefined;
  /** Bytes of changes that change streams can resume from. Default: the engine's. */
  readonly changeLogBytes?: number | undefined;
}

export interface RunningServer {
  /** For drivers; without user and password. */
  readonly uri: string;
  /** Ends all connections and closes the data. */
  stop(): Promise<void>;
}

const DEFAULT_REPLICA_SET = 'bolide';

/**
 * Opens the data and serves it, in this thread.
 * @throws MongoError 96 if another process has the data open, Error if the server cannot listen
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const users = options.users && options.users.length > 0 ? new Users(options.users) : undefined;
  const address = listenOptions(options.listen ?? {}, users !== undefined);
  mkdirSync(options.directory, { recursive: true });
  const { directory, cacheBytes, changeLogBytes } = options;
  const engine = openEngine({
    directory,
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
    ...(changeLogBytes === undefined ? {} : { changeLogBytes }),
  });
  const listener = await listenOrClose(engine, address);
  const host = hostOf(listener);
  const server = new MongoServer(
    engine,
    createIdentity(host, options.replicaSet ?? DEFAULT_REPLICA_SET),
    users,
    listener,
    options.testCommands ? new FailPoints() : undefined,
  );
  return {
    uri: `mongodb://${host}/?directConnection=true`,
    async stop() {
      await server.stop();
      engine.close();
    },
  };
}

async function listenOrClose(engine: Engine, address: Parameters<typeof openListener>[0]): Promise<Server> {
  try {
    return await openListener(address);
  } catch (error) {
    engine.close();
    throw error;
  }
}

/** How a connection string names where a server listens. */
function hostOf(listener: Server): string {
  const address = listener.address();
  if (typeof address === 'string') return encodeURIComponent(address);
  if (!address) throw new Error('The server does not listen');
  return `${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
