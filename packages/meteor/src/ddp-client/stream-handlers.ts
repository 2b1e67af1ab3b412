import { type DDPMessage, parseDDP } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { guarded } from './guarded.js';
import { after, type MaybePromise } from './maybe-promise.js';
import { type MessageContext, processConnected, processNosub, processResult } from './message-processors.js';
import { connectionLost } from './outstanding-methods.js';
import type { SerialQueue } from './serial-queue.js';
import { readServerMessage, type ServerMessage } from './server-messages.js';

export interface StreamHandlersOptions extends MessageContext {
  readonly sendQueue: SerialQueue;
  readonly respondToPings: boolean;
  send(message: DDPMessage): void;
  /** Calls the functions that `DDP.onReconnect` and the like have registered. */
  callReconnectHooks(): void;
  onConnected(): void;
  /** Has the stream given up for good? */
  hasFailed(): boolean;
}

/** What a connection does when its stream opens, breaks, or brings a message. */
export class StreamHandlers {
  readonly #options: StreamHandlersOptions;

  constructor(options: StreamHandlersOptions) {
    this.#options = options;
  }

  /** A text frame has come. Whatever it is, it does not throw. */
  onMessage(text: string): MaybePromise<void> {
    const message = parse(text);
    // Anything that comes shows that the server is alive.
    this.#options.session.heartbeat?.messageReceived();
    if (!message || isGreeting(message)) return;
    const known = readServerMessage(message);
    if (known) return this.#process(known);
    Meteor._debug('Discarding a DDP message that is not valid', message);
  }

  /** A socket has opened. The server knows nothing: say everything again, without waiting for it to answer. */
  onReset(): void {
    const { session, outstanding, subscriptions } = this.#options;
    session.begin();
    const unrepeatable = outstanding.takeUnrepeatable();
    outstanding.startOver();
    this.#sendOutstandingMethods();
    // After the methods, one of which may be a login: the subscriptions then belong to the user from the start.
    subscriptions.resend();
    // Last: the callbacks may call methods.
    for (const invoker of unrepeatable) invoker.abandon(connectionLost());
  }

  /** The socket is lost. */
  onDisconnect(): void {
    const { session, outstanding, hasFailed } = this.#options;
    session.end();
    for (const invoker of outstanding.takeUnrepeatable()) invoker.abandon(connectionLost());
    if (hasFailed()) outstanding.abandonAll();
  }

  /** Methods that the hooks call (to log in again) must come before those that were under way. */
  #sendOutstandingMethods(): void {
    const { outstanding, sendQueue, callReconnectHooks } = this.#options;
    const blocks = outstanding.takeBlocks();
    callReconnectHooks();
    sendQueue.run(() => outstanding.putBack(blocks));
  }

  #process(message: ServerMessage): MaybePromise<void> {
    const options = this.#options;
    switch (message.msg) {
      case 'connected':
        return after(processConnected(options, message.session), () => {
          guarded('onConnected callback', () => options.onConnected());
        });
      case 'failed':
        options.session.renegotiate(message.version);
        return;
      case 'ping':
        if (options.respondToPings) options.send({ ...message, msg: 'pong' });
        return;
      case 'pong':
        return;
      case 'nosub':
        return processNosub(options, message);
      case 'result':
        return processResult(options, message);
      case 'error':
        Meteor._debug('Received error from server:', message.reason, message.offendingMessage ?? '');
        return;
      default:
        return options.data.handle(message);
    }
  }
}

function parse(text: string): DDPMessage | null {
  try {
    return parseDDP(text);
  } catch (error) {
    Meteor._debug('Discarding a DDP message that cannot be read:', error);
    return null;
  }
}

/** Meteor's servers begin with a message of an older protocol. */
function isGreeting(message: DDPMessage): boolean {
  return (
    message.msg === undefined && (Object.hasOwn(message, 'server_id') || Object.hasOwn(message, 'testMessageOnConnect'))
  );
}
