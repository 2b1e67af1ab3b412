import { EJSON } from '@bolide/meteor/ejson';
import type { Meteor } from '@bolide/meteor/meteor';
import { Tracker } from '@bolide/meteor/tracker';
import { guarded } from './guarded.js';
import type { SubscriptionCallbacks } from './types.js';

/** What a subscription tells the connection it belongs to. */
export interface SubscriptionOwner {
  /** The subscription is over: forget it. */
  forget(subscription: Subscription): void;
  /** The server must be told that the client ended it. */
  sendStop(id: string): void;
}

/** One subscription, from `subscribe` until it is stopped by either side. */
export class Subscription {
  readonly id: string;
  readonly name: string;
  readonly params: readonly unknown[];
  /** Set when the computation that subscribed is about to run again: it may take the subscription over. */
  inactive = false;
  ready = false;
  readonly readyDeps = new Tracker.Dependency();
  readyCallback: SubscriptionCallbacks['onReady'];
  errorCallback: SubscriptionCallbacks['onError'];
  stopCallback: SubscriptionCallbacks['onStop'];
  readonly #owner: SubscriptionOwner;

  constructor(owner: SubscriptionOwner, id: string, name: string, params: unknown[], callbacks: SubscriptionCallbacks) {
    this.#owner = owner;
    this.id = id;
    this.name = name;
    // The caller may change its objects later; on a reconnect the same must be sent again.
    this.params = EJSON.clone(params);
    this.readyCallback = callbacks.onReady;
    this.errorCallback = callbacks.onError;
    this.stopCallback = callbacks.onStop;
  }

  /** Could this subscription serve a `subscribe` with these arguments? */
  canServe(name: string, params: readonly unknown[]): boolean {
    return this.inactive && this.name === name && EJSON.equals(this.params, params);
  }

  /** A computation that ran again takes the subscription over, with its new callbacks. */
  takeOver(callbacks: SubscriptionCallbacks): void {
    this.inactive = false;
    if (callbacks.onError) this.errorCallback = callbacks.onError;
    if (callbacks.onStop) this.stopCallback = callbacks.onStop;
    if (!callbacks.onReady) return;
    if (this.ready) this.#call('onReady', callbacks.onReady);
    else this.readyCallback = callbacks.onReady;
  }

  /** The server has sent the first set of documents. */
  markReady(): void {
    if (this.ready) return;
    this.ready = true;
    this.#call('onReady', this.readyCallback);
    this.readyDeps.changed();
  }

  /** The application ends the subscription. */
  stop(): void {
    this.#owner.sendStop(this.id);
    this.remove();
    this.#call('onStop', this.stopCallback);
  }

  /** The server has ended the subscription, with an error if it gave one. */
  stoppedByServer(error: Meteor.Error | undefined): void {
    this.remove();
    const { errorCallback, stopCallback } = this;
    if (error && errorCallback) this.#call('onError', () => errorCallback(error));
    if (stopCallback) this.#call('onStop', () => (error ? stopCallback(error) : stopCallback()));
  }

  remove(): void {
    this.#owner.forget(this);
    if (this.ready) this.readyDeps.changed();
  }

  #call(kind: string, callback: (() => void) | undefined): void {
    // A mistake in a callback must not keep the messages that follow from being handled.
    if (callback) guarded(`${kind} callback of the subscription ${this.name}`, callback);
  }
}
