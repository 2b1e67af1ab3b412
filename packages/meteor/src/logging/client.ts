import { createLog } from './create-log.js';
import type { LogApi } from './types.js';

export type * from './types.js';

export const Log: LogApi = createLog(
  (object, log) => console[object.level ?? 'info'](log.format(object)),
  (text) => text,
);
