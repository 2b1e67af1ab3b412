import type { Command } from './command.js';

export const whatsMyUri: Command = {
  name: 'whatsmyuri',
  open: true,
  run: ({ connection }) => ({ you: connection.remote }),
};
