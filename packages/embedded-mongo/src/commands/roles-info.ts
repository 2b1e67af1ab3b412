import type { Command } from './command.js';

export const rolesInfo: Command = { name: 'rolesInfo', run: () => ({ roles: [] }) };
