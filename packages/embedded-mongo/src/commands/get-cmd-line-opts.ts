import type { Command } from './command.js';

export const getCmdLineOpts: Command = {
  name: 'getCmdLineOpts',
  adminOnly: true,
  run: ({ server }) => ({ argv: ['bolide', 'mongo'], parsed: { replication: { replSet: server.identity.setName } } }),
};
