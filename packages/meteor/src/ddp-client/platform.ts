import type { MethodInvocation } from '@bolide/meteor/ddp-common';
import type { Stream, StreamOptions } from '@bolide/meteor/socket-stream-client';
import type { MaybePromise } from './maybe-promise.js';
import type { SerialQueue } from './serial-queue.js';

/** What differs between a connection in a browser and one from server to server. */
export interface ConnectionPlatform {
  readonly isClient: boolean;
  openStream(url: string, options: StreamOptions): Stream;
  /** Keeps what goes to the server in the order of the calls, while stubs run asynchronously. */
  getSendQueue(): SerialQueue;
  /** Waits until an asynchronous stub may start. */
  beforeStub(): MaybePromise<void>;
  /** Runs a stub, with `invocation` as the current one until it has finished. */
  withInvocation(invocation: MethodInvocation, stub: () => MaybePromise<unknown>): MaybePromise<unknown>;
}
