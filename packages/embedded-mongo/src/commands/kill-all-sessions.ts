import type { Command } from './command.js';

export const killAllSessions: Command = {
  name: 'killAllSessions',
  aliases: ['killAllSessionsByPattern'],
  run({ server }) {
    server.sessions.endAll();
    return {};
  },
};
