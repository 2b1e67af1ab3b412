import { currentMethodInvocation } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { ClientStream } from '@bolide/meteor/socket-stream-client';
import { isPromiseLike } from './maybe-promise.js';
import { openConnections } from './open-connections.js';
import type { ConnectionPlatform } from './platform.js';
import { SerialQueue } from './serial-queue.js';

/**
 * One queue for all connections. In a browser the current invocation is one variable for the whole page, so only one
 * asynchronous stub may run at a time, of whatever connection.
 */
const sendQueue = new SerialQueue('sending of DDP messages', () => {
  for (const connection of openConnections) connection._maybeMigrate();
});

export const clientPlatform: ConnectionPlatform = {
  isClient: true,
  openStream: (url, options) => new ClientStream(url, options),
  getSendQueue: () => sendQueue,
  // In a task of its own: promise callbacks of the application that are due now would else run in between, and what
  // they call would be taken for calls of the stub.
  beforeStub: () => new Promise((resolve) => Meteor._setImmediate(() => resolve())),
  withInvocation(invocation, stub) {
    const previous = currentMethodInvocation._setNewContextAndGetCurrent(invocation);
    const restore = () => currentMethodInvocation._set(previous);
    let result: ReturnType<typeof stub>;
    try {
      result = stub();
    } catch (error) {
      restore();
      throw error;
    }
    if (!isPromiseLike(result)) {
      restore();
      return result;
    }
    let finished = false;
    Meteor._setImmediate(() => {
      if (!finished) warnAboutSlowStub(invocation.name);
    });
    return Promise.resolve(result).finally(() => {
      finished = true;
      restore();
    });
  },
};

function warnAboutSlowStub(name: string | undefined): void {
  console.warn(
    `The stub of the method ${name} waits for something outside of itself. Until it has finished, methods that other ` +
      'code calls are taken for calls of this stub and are not sent to the server.',
  );
}
