import type { Command } from './command.js';

export const currentOperations: Command = {
  name: 'currentOp',
  adminOnly: true,
  run: ({ server }) => ({
    inprog: [...server.connections].map((connection) => ({
      type: 'op',
      host: server.identity.host,
      desc: `conn${connection.id}`,
      connectionId: connection.id,
      client: connection.remote,
      clientMetadata: connection.client ?? {},
      active: false,
      currentOpTime: new Date().toISOString(),
    })),
  }),
};
