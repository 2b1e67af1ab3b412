import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { ChangeFeed } from '../change-streams/change-feed.js';
import { CursorStore } from '../cursors/cursor-store.js';
import type { Engine } from '../engine/types.js';
import { SessionStore } from '../sessions/session-store.js';
import { Connection } from './connection.js';
import type { ConnectionState } from './connection-state.js';
import { createIdentity, type Identity } from './identity.js';
import type { ServerState } from './server-state.js';
import type { Users } from './users.js';

const MAX_CONNECTIONS = 5_000;

/** A server in front of one engine. */
export class MongoServer implements ServerState {
  readonly engine: Engine;
  readonly identity: Identity;
  readonly cursors = new CursorStore();
  readonly sessions = new SessionStore((session) => this.cursors.killOfSession(session));
  readonly changes: ChangeFeed;
  readonly users: Users | undefined;
  readonly counters = { connections: 0, commands: 0 };
  readonly #open = new Set<Connection>();
  readonly #sockets: Server;

  constructor(engine: Engine, identity: Identity, users: Users | undefined, sockets: Server) {
    this.engine = engine;
    this.identity = identity;
    this.users = users;
    this.changes = new ChangeFeed(engine);
    this.#sockets = sockets;
    sockets.on('connection', (socket) => this.#accept(socket));
  }

  get connections(): ReadonlySet<ConnectionState> {
    return new Set([...this.#open].map((connection) => connection.state));
  }

  #accept(socket: Socket): void {
    if (this.#open.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    this.counters.connections += 1;
    this.#open.add(
      new Connection(socket, this.counters.connections, this, (connection) => this.#open.delete(connection)),
    );
  }

  /** Ends all connections and gives the engine back, which the caller closes. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#sockets.close(() => resolve()));
    for (const connection of this.#open) connection.destroy();
    await closed;
    this.sessions.close();
    this.cursors.close();
    this.changes.close();
  }
}

/**
 * Listens and serves.
 * @param host how clients reach it, told what the operating system has given (`127.0.0.1:49152`).
 */
export async function serve(
  engine: Engine,
  listen: ListenOptions,
  setName: string,
  users?: Users,
): Promise<{ server: MongoServer; host: string }> {
  const sockets = createServer({ noDelay: true });
  await new Promise<void>((resolve, reject) => {
    sockets.once('error', reject);
    sockets.listen(listen, () => {
      sockets.off('error', reject);
      resolve();
    });
  });
  const address = sockets.address();
  const host =
    typeof address === 'object' && address
      ? `${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
      : encodeURIComponent(String(listen.path));
  return { server: new MongoServer(engine, createIdentity(host, setName), users, sockets), host };
}
