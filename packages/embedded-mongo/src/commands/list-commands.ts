import type { Command } from './command.js';
import { allCommands } from './registry.js';

export const listCommands: Command = {
  name: 'listCommands',
  open: true,
  run: () => ({
    commands: Object.fromEntries(
      allCommands().map(({ name, adminOnly = false, open = false }) => [
        name,
        { help: '', requiresAuth: !open, secondaryOk: true, adminOnly, apiVersions: [], deprecatedApiVersions: [] },
      ]),
    ),
  }),
};
