import type { Command } from './command.js';

/** Users are set when the server starts, not by commands. */
export const usersInfo: Command = {
  name: 'usersInfo',
  run: ({ server }) => ({
    users: (server.users?.names() ?? []).map((user) => ({
      _id: `admin.${user}`,
      user,
      db: 'admin',
      roles: [{ role: 'root', db: 'admin' }],
      mechanisms: ['SCRAM-SHA-256'],
    })),
  }),
};
