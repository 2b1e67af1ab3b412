import type { Document } from 'bson';
import type { ServerState } from '../server/server-state.js';
import type { Command } from './command.js';

/** One entry for each connection. */
export function operationsOf({ connections, identity }: ServerState): Document[] {
  return [...connections].map((connection) => ({
    type: 'op',
    host: identity.host,
    desc: `conn${connection.id}`,
    connectionId: connection.id,
    client: connection.remote,
    clientMetadata: connection.client ?? {},
    active: false,
    currentOpTime: new Date().toISOString(),
  }));
}

export const currentOperations: Command = {
  name: 'currentOp',
  adminOnly: true,
  run: ({ server }) => ({ inprog: operationsOf(server) }),
};
