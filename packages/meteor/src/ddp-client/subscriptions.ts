import type { DDPMessage } from '@bolide/meteor/ddp-common';
import { Random } from '@bolide/meteor/random';
import { Tracker } from '@bolide/meteor/tracker';
import { Subscription, type SubscriptionOwner } from './subscription.js';
import type { SubscriptionCallbacks, SubscriptionHandle } from './types.js';

export interface SubscriptionsOptions {
  /** Sends a message after what is being sent already. */
  send(message: DDPMessage): void;
  /** A subscription has been forgotten. */
  onForget(id: string): void;
}

/** The subscriptions of one connection. */
export class Subscriptions implements SubscriptionOwner {
  /** By identifier. */
  readonly records: Record<string, Subscription> = Object.create(null);
  /**
   * Subscriptions that were stopped here and whose end the server has not confirmed. A stop that is sent into a
   * connection that is lost never arrives; a server that resumes the session would go on publishing.
   */
  readonly #unconfirmedStops = new Set<string>();
  readonly #options: SubscriptionsOptions;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** See `DDPConnection.subscribe`. */
  subscribe(name: string, args: readonly unknown[]): SubscriptionHandle {
    if (typeof name !== 'string') {
      throw new Error(`The name of a subscription must be a string, not ${name === null ? 'null' : typeof name}`);
    }
    const params = [...args];
    const callbacks = takeCallbacks(params);
    const reused = Object.values(this.records).find((record) => record.canServe(name, params));
    const subscription = reused ?? new Subscription(this, Random.id(), name, params, callbacks);
    const { id } = subscription;
    if (reused) {
      reused.takeOver(callbacks);
    } else {
      this.records[id] = subscription;
      this.#options.send(startMessage(subscription));
    }
    const handle = this.#createHandle(id);
    if (Tracker.active) this.#followComputation(id, handle);
    return handle;
  }

  get(id: string): Subscription | undefined {
    return this.records[id];
  }

  /** The identifiers of the subscriptions that were ready. */
  readyIds(): string[] {
    return Object.keys(this.records).filter((id) => this.records[id]?.ready);
  }

  allReady(): boolean {
    return Object.values(this.records).every((record) => record.ready);
  }

  /** Subscribes again on a new connection. */
  resend(): void {
    for (const record of Object.values(this.records)) this.#options.send(startMessage(record));
  }

  /** The server has gone on with the session as it was: tell it what was stopped meanwhile. */
  resendStops(): void {
    for (const id of this.#unconfirmedStops) this.#options.send({ msg: 'unsub', id });
  }

  /** The server has begun a new session, which knows nothing of stopped subscriptions. */
  forgetStops(): void {
    this.#unconfirmedStops.clear();
  }

  confirmStop(id: string): void {
    this.#unconfirmedStops.delete(id);
  }

  forget(subscription: Subscription): void {
    delete this.records[subscription.id];
    this.#options.onForget(subscription.id);
  }

  sendStop(id: string): void {
    this.#unconfirmedStops.add(id);
    this.#options.send({ msg: 'unsub', id });
  }

  #createHandle(subscriptionId: string): SubscriptionHandle {
    return {
      subscriptionId,
      stop: () => this.records[subscriptionId]?.stop(),
      ready: () => {
        const record = this.records[subscriptionId];
        record?.readyDeps.depend();
        return record?.ready ?? false;
      },
    };
  }

  /** Ends the subscription with the computation that made it, unless the next run of the computation takes it over. */
  #followComputation(id: string, handle: SubscriptionHandle): void {
    Tracker.onInvalidate(() => {
      const record = this.records[id];
      if (record) record.inactive = true;
      Tracker.afterFlush(() => {
        if (this.records[id]?.inactive) handle.stop();
      });
    });
  }
}

function startMessage({ id, name, params }: Subscription): DDPMessage {
  return { msg: 'sub', id, name, params };
}

/** Takes the callbacks off the end of the arguments of `subscribe`. */
function takeCallbacks(params: unknown[]): SubscriptionCallbacks {
  const last = params.at(-1);
  if (typeof last === 'function') {
    params.pop();
    return { onReady: last as () => void };
  }
  if (typeof last !== 'object' || last === null) return {};
  const { onReady, onError, onStop } = last as SubscriptionCallbacks;
  if (![onReady, onError, onStop].some((callback) => typeof callback === 'function')) return {};
  params.pop();
  return { onReady, onError, onStop };
}
