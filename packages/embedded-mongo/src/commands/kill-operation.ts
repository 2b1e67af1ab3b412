import type { Command } from './command.js';

/** Operations are not numbered here: whatever is to be killed has ended, which MongoDB reports as success, too. */
export const killOperation: Command = {
  name: 'killOp',
  adminOnly: true,
  run: () => ({ info: 'attempting to kill op' }),
};
