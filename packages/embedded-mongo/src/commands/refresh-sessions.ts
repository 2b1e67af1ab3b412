import type { Command } from './command.js';

export const refreshSessions: Command = {
  name: 'refreshSessions',
  run({ args, server, connection }) {
    for (const lsid of args.array('refreshSessions') ?? []) server.sessions.use(lsid, connection.user?.name ?? '');
    return {};
  },
};
