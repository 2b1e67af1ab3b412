import { Hook } from '@bolide/meteor/callback-hook';
import { guarded } from './guarded.js';
import type { DDPConnection } from './types.js';

export type ReconnectCallback = (connection: DDPConnection) => unknown;

/** What `DDP.onReconnect` has registered, for all connections. */
export const reconnectHook = new Hook<ReconnectCallback>({ bindEnvironment: false });

export function callReconnectHooks(connection: DDPConnection): void {
  for (const callback of [...reconnectHook.callbacks.values()]) {
    guarded('DDP.onReconnect callback', () => callback(connection));
  }
}
