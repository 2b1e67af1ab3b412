import type { Command } from './command.js';

export const killSessions: Command = {
  name: 'killSessions',
  run({ args, server, connection }) {
    for (const lsid of args.array('killSessions') ?? []) server.sessions.end(lsid, connection.user?.name ?? '');
    return {};
  },
};
