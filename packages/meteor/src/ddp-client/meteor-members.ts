import type { MethodValue } from '@bolide/meteor/ddp-common';
import type { DDPConnection, MethodPromise } from './types.js';

/** What is put on `Meteor` from the page's connection. What methods need, `ddp-common` declares for both sides. */
type FromConnection = Pick<DDPConnection, 'subscribe' | 'status' | 'reconnect' | 'disconnect'>;

/** On the server there is no stub, and one promise is enough. */
type AnswerPromise = Promise<MethodValue> & Partial<Pick<MethodPromise, 'stubPromise' | 'serverPromise'>>;

declare module '@bolide/meteor/meteor' {
  interface MeteorStatic extends FromConnection {
    /** Client only: the connection to the server that the page came from. */
    connection: DDPConnection;
    callAsync(name: string, ...args: MethodValue[]): AnswerPromise;
    applyAsync(
      name: string,
      args: readonly MethodValue[],
      options?: Parameters<DDPConnection['applyAsync']>[2],
      callback?: Parameters<DDPConnection['applyAsync']>[3],
    ): AnswerPromise;
  }
}
