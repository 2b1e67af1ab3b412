import { EJSON } from '@bolide/meteor/ejson';
import { colorize } from './colors.js';
import { createLog } from './create-log.js';
import type { LogApi } from './types.js';

export type * from './types.js';

export const Log: LogApi = createLog((object, log) => {
  switch (log.outputFormat) {
    case 'json':
      console.log(EJSON.stringify(object));
      return;
    case 'colored-text':
      console.log(log.format(object, { color: true }));
      return;
    default:
      throw new Error(`Unknown logging output format: ${log.outputFormat}`);
  }
}, colorize);
