import { currentMethodInvocation } from '@bolide/meteor/ddp-common';
import { ClientStream } from '@bolide/meteor/socket-stream-client';
import type { ConnectionPlatform } from './platform.js';
import { SerialQueue } from './serial-queue.js';

/** From server to server: the runtime carries the current invocation through asynchronous code. */
export const serverPlatform: ConnectionPlatform = {
  isClient: false,
  openStream: (url, options) => new ClientStream(url, options),
  getSendQueue: () => new SerialQueue('sending of DDP messages'),
  beforeStub: () => {},
  withInvocation: (invocation, stub) => currentMethodInvocation.withValue(invocation, stub),
};
