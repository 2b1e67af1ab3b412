import type { Hook, HookHandle } from '@bolide/meteor/callback-hook';
import {
  currentCallAsyncInvocation,
  currentMethodInvocation,
  currentPublicationInvocation,
  type RandomSequence,
  RandomStream,
} from '@bolide/meteor/ddp-common';
import type { Stream } from '@bolide/meteor/socket-stream-client';
import { Connection } from './connection.js';
import { ConnectionError, ForcedReconnectError } from './errors.js';
import { openConnections } from './open-connections.js';
import type { ConnectionPlatform } from './platform.js';
import { type ReconnectCallback, reconnectHook } from './reconnect-hooks.js';
import type { ConnectionOptions, DDPConnection } from './types.js';

/** The namespace `DDP`. */
export interface DDPNamespace {
  /**
   * Connects to another Meteor application, to subscribe to its publications and call its methods.
   *
   * @param url its address: `http(s)://…`, `ws(s)://…`, a host such as `localhost:3000`, or `/` for this application.
   * @throws Error when the address makes no sense. A server that cannot be reached is no error: see `status()`.
   */
  connect(url: string | Stream, options?: ConnectionOptions): DDPConnection;
  /**
   * Calls `callback` with the connection when a connection is made again. Methods it calls come before those that were
   * under way: it can log in again.
   */
  onReconnect(callback: ReconnectCallback): HookHandle<ReconnectCallback>;
  /** The sequence `name` of random values of the method that is running: its stub and the server draw the same ones. */
  randomStream(name?: string): RandomSequence;
  ConnectionError: typeof ConnectionError;
  ForcedReconnectError: typeof ForcedReconnectError;
  /** Are all subscriptions of all connections ready? */
  _allSubscriptionsReady(): boolean;
  _reconnectHook: Hook<ReconnectCallback>;
  _CurrentMethodInvocation: typeof currentMethodInvocation;
  _CurrentPublicationInvocation: typeof currentPublicationInvocation;
  /** The old name of `_CurrentMethodInvocation`. */
  _CurrentInvocation: typeof currentMethodInvocation;
  _CurrentCallAsyncInvocation: typeof currentCallAsyncInvocation;
}

export function createDDP(platform: ConnectionPlatform): DDPNamespace {
  return {
    connect(url, options) {
      const connection = new Connection(url, options, platform);
      openConnections.add(connection);
      return connection;
    },
    onReconnect: (callback) => reconnectHook.register(callback),
    randomStream: (name) => RandomStream.get(currentMethodInvocation.get(), name),
    ConnectionError,
    ForcedReconnectError,
    _allSubscriptionsReady: () => [...openConnections].every((connection) => connection._allSubscriptionsReady()),
    _reconnectHook: reconnectHook,
    _CurrentMethodInvocation: currentMethodInvocation,
    _CurrentPublicationInvocation: currentPublicationInvocation,
    _CurrentInvocation: currentMethodInvocation,
    _CurrentCallAsyncInvocation: currentCallAsyncInvocation,
  };
}
