import type { Command } from './command.js';
import { badValue } from './errors.js';

export const getLog: Command = {
  name: 'getLog',
  adminOnly: true,
  run({ args }) {
    const which = args.required('getLog', args.string('getLog'));
    if (which === '*') return { names: ['global', 'startupWarnings'] };
    if (which !== 'global' && which !== 'startupWarnings') throw badValue(`no RamLog named: ${which}`);
    return { totalLinesWritten: 0, log: [] };
  },
};
