import type { ChangeFeed } from '../change-streams/change-feed.js';
import type { CursorStore } from '../cursors/cursor-store.js';
import type { Engine } from '../engine/types.js';
import type { SessionStore } from '../sessions/session-store.js';
import type { SnapshotReads } from '../sessions/snapshot-reads.js';
import type { ConnectionState } from './connection-state.js';
import type { FailPoints } from './fail-points.js';
import type { Identity } from './identity.js';
import type { Users } from './users.js';

/** Everything that the commands of one server share. */
export interface ServerState {
  readonly engine: Engine;
  readonly identity: Identity;
  readonly cursors: CursorStore;
  readonly sessions: SessionStore;
  readonly changes: ChangeFeed;
  readonly snapshots: SnapshotReads;
  readonly connections: ReadonlySet<ConnectionState>;
  /** `undefined` if no user is set: everybody may do everything. */
  readonly users: Users | undefined;
  /** Only of a server that is started for tests of drivers. */
  readonly failPoints: FailPoints | undefined;
  readonly counters: { connections: number; commands: number };
}
