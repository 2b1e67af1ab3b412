import type { Command } from './command.js';

export const logout: Command = {
  name: 'logout',
  open: true,
  run({ connection }) {
    connection.user = undefined;
    return {};
  },
};
