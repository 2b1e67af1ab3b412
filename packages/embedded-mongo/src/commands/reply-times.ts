import { Binary, type Document, Long, Timestamp } from 'bson';
import type { ServerState } from '../server/server-state.js';

/** Nobody but the members of a cluster signs its time; without keys the signature is empty. */
const NO_SIGNATURE = { hash: new Binary(new Uint8Array(20)), keyId: Long.ZERO };

/** The times that each reply of a replica set's member carries. */
export function replyTimes(server: ServerState): Document {
  const now = server.engine.clock.now();
  const time = new Timestamp({ t: now.t, i: now.i });
  return { $clusterTime: { clusterTime: time, signature: NO_SIGNATURE }, operationTime: time };
}
