import type { Command } from './command.js';

export const connectionStatus: Command = {
  name: 'connectionStatus',
  open: true,
  run({ args, connection }) {
    const { user } = connection;
    const users = user ? [{ user: user.name, db: user.database }] : [];
    const roles = user ? [{ role: 'root', db: 'admin' }] : [];
    return {
      authInfo: {
        authenticatedUsers: users,
        authenticatedUserRoles: roles,
        ...(args.boolean('showPrivileges') ? { authenticatedUserPrivileges: [] } : {}),
      },
    };
  },
};
