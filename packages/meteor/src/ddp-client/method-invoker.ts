import type { DDPMessage } from '@bolide/meteor/ddp-common';
import type { Meteor } from '@bolide/meteor/meteor';
import { guarded } from './guarded.js';

export interface MethodInvokerOptions {
  readonly methodId: string;
  /** The message that calls the method. */
  readonly message: DDPMessage;
  readonly wait: boolean;
  readonly noRetry: boolean;
  /** Called with the answer when the data that the method wrote are visible too. Does not throw. */
  readonly callback: (error?: Meteor.Error | undefined, result?: unknown) => void;
  /** Called with the answer when it arrives. */
  readonly onResultReceived?: ((error?: Meteor.Error | undefined, result?: unknown) => void) | undefined;
  /** Called before the method is given up: nobody needs to have been waiting for this error. */
  readonly onAbandon?: (() => void) | undefined;
}

/** What an invoker needs of the list it is in. */
export interface MethodInvokerOwner {
  /** Sends the message of a method, perhaps again on a new connection. */
  sendMethod(invoker: MethodInvoker, message: DDPMessage): void;
  /** The callback has been called. */
  finished(invoker: MethodInvoker): void;
}

/**
 * One call of a method on the server. It is over when both have come, in any order: the answer (`result`) and the word
 * that all the method wrote has been sent (`updated`), applied to the local cache.
 */
export class MethodInvoker {
  readonly methodId: string;
  readonly noRetry: boolean;
  readonly wait: boolean;
  /** Has the message been sent on the present connection? */
  sentMessage = false;
  readonly #options: MethodInvokerOptions;
  readonly #owner: MethodInvokerOwner;
  #result: readonly [error: Meteor.Error | undefined, result: unknown] | undefined;
  #dataVisible = false;
  #over = false;

  constructor(owner: MethodInvokerOwner, options: MethodInvokerOptions) {
    this.methodId = options.methodId;
    this.noRetry = options.noRetry;
    this.wait = options.wait;
    this.#options = options;
    this.#owner = owner;
  }

  gotResult(): boolean {
    return this.#result !== undefined;
  }

  /** Sends the message, perhaps again on a new connection. */
  sendMessage(): void {
    if (this.gotResult()) throw new Error('A method that has its result must not be sent again');
    // What an earlier connection said of the data means nothing for this one.
    this.#dataVisible = false;
    this.sentMessage = true;
    this.#owner.sendMethod(this, this.#options.message);
  }

  receiveResult(error?: Meteor.Error, result?: unknown): void {
    if (this.#result || this.#over) return;
    this.#result = [error, result];
    const { onResultReceived } = this.#options;
    if (onResultReceived) {
      guarded(`onResultReceived callback of the method ${String(this.#options.message.method)}`, () =>
        onResultReceived(error, result),
      );
    }
    this.#finishIfComplete();
  }

  dataVisible(): void {
    this.#dataVisible = true;
    this.#finishIfComplete();
  }

  /** Ends the call now: with the answer if it came, else with `error`. The data will not become visible any more. */
  abandon(error: Meteor.Error): void {
    if (this.#over) return;
    this.#dataVisible = true;
    if (this.#result) {
      this.#finishIfComplete();
    } else {
      this.#options.onAbandon?.();
      this.receiveResult(error);
    }
  }

  #finishIfComplete(): void {
    if (!this.#result || !this.#dataVisible || this.#over) return;
    this.#over = true;
    const [error, result] = this.#result;
    this.#options.callback(error, result);
    this.#owner.finished(this);
  }
}
