import type { Command } from './command.js';

export const getDefaultConcern: Command = {
  name: 'getDefaultRWConcern',
  adminOnly: true,
  run: () => ({
    defaultReadConcern: { level: 'local' },
    defaultWriteConcern: { w: 'majority', wtimeout: 0 },
    defaultWriteConcernSource: 'implicit',
    defaultReadConcernSource: 'implicit',
    localUpdateWallClockTime: new Date(),
  }),
};
