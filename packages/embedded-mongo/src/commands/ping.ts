import type { Command } from './command.js';

export const ping: Command = { name: 'ping', open: true, run: () => ({}) };
