import type { Server, Socket } from 'node:net';
import { ChangeFeed } from '../change-streams/change-feed.js';
import { CursorStore } from '../cursors/cursor-store.js';
import type { Engine } from '../engine/types.js';
import { SessionStore } from '../sessions/session-store.js';
import { SnapshotReads } from '../sessions/snapshot-reads.js';
import { Connection } from './connection.js';
import type { ConnectionState } from './connection-state.js';
import type { FailPoints } from './fail-points.js';
import type { Identity } from './identity.js';
import type { ServerState } from './server-state.js';
import type { Users } from './users.js';

const MAX_CONNECTIONS = 5_000;
/** How often documents that are over are removed, as MongoDB does. */
const EXPIRY_INTERVAL = 60_000;

/** A server in front of one engine. */
export class MongoServer implements ServerState {
  readonly engine: Engine;
  readonly identity: Identity;
  readonly cursors = new CursorStore();
  readonly sessions = new SessionStore((session) => this.cursors.killOfSession(session));
  readonly changes: ChangeFeed;
  readonly snapshots: SnapshotReads;
  readonly users: Users | undefined;
  readonly failPoints: FailPoints | undefined;
  readonly counters = { connections: 0, commands: 0 };
  readonly #open = new Set<Connection>();
  readonly #listener: Server;
  readonly #expiry: NodeJS.Timeout;

  /** @param listener listens already; its connections are served from now on */
  constructor(
    engine: Engine,
    identity: Identity,
    users: Users | undefined,
    listener: Server,
    failPoints: FailPoints | undefined,
  ) {
    this.engine = engine;
    this.identity = identity;
    this.users = users;
    this.failPoints = failPoints;
    this.changes = new ChangeFeed(engine);
    this.snapshots = new SnapshotReads(engine);
    this.#listener = listener;
    listener.on('connection', (socket) => this.#accept(socket));
    this.#expiry = setInterval(() => this.#removeExpired(), EXPIRY_INTERVAL);
    this.#expiry.unref();
  }

  get connections(): ReadonlySet<ConnectionState> {
    return new Set([...this.#open].map((connection) => connection.state));
  }

  /** Ends all connections. The engine stays open: it is the caller's. */
  async stop(): Promise<void> {
    clearInterval(this.#expiry);
    const closed = new Promise<void>((resolve) => this.#listener.close(() => resolve()));
    for (const connection of this.#open) connection.destroy();
    await closed;
    this.sessions.close();
    this.cursors.close();
    this.changes.close();
    this.snapshots.close();
  }

  #accept(socket: Socket): void {
    if (this.#open.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    this.counters.connections += 1;
    const connection = new Connection(socket, this.counters.connections, this, () => this.#forget(connection));
    this.#open.add(connection);
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    // Nobody is left who could end a transaction, and the next one to come should not wait for its time to be over.
    if (this.#open.size === 0) this.sessions.abortTransactions();
  }

  #removeExpired(): void {
    if (!this.engine.isWritable()) return;
    try {
      this.engine.sweepExpired();
    } catch {
      // A full disk, for one, is told to those who write; the next round tries again.
    }
  }
}
