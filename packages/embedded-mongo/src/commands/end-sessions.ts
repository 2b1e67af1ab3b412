import type { Command } from './command.js';

export const endSessions: Command = {
  name: 'endSessions',
  run({ args, server, connection }) {
    for (const lsid of args.array('endSessions') ?? []) server.sessions.end(lsid, connection.user?.name ?? '');
    return {};
  },
};
