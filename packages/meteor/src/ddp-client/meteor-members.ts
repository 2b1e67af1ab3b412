import type { DDPConnection } from './types.js';

/** What is put on `Meteor` from the page's connection. */
type FromConnection = Pick<
  DDPConnection,
  | 'subscribe'
  | 'methods'
  | 'isAsyncCall'
  | 'call'
  | 'callAsync'
  | 'apply'
  | 'applyAsync'
  | 'status'
  | 'reconnect'
  | 'disconnect'
>;

declare module '@bolide/meteor/meteor' {
  // On the server `methods`, `call`, `callAsync`, `apply`, `applyAsync` and `isAsyncCall` come from `ddp-server`; the
  // others exist in the client only.
  interface MeteorStatic extends FromConnection {
    /** Client only: the connection to the server that the page came from. */
    connection: DDPConnection;
  }
}
