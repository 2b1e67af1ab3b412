import { createDDP, type DDPNamespace } from './ddp.js';
import './meteor-members.js';
import { serverPlatform } from './server-platform.js';

export type { DDPNamespace } from './ddp.js';
export type { ReconnectCallback } from './reconnect-hooks.js';
export type * from './types.js';

export const DDP: DDPNamespace = createDDP(serverPlatform);
