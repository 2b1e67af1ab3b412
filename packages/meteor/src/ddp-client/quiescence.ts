import type { DataMessage } from './server-messages.js';

/**
 * Holds data back while the client waits for a consistent state: after a reconnect until all subscriptions that were
 * ready are ready again and all methods under way are done, and during a method with `wait` until it is done. Then
 * everything shows at once: nothing flickers.
 */
export class Quiescence {
  readonly #subscriptions = new Set<string>();
  readonly #methods = new Set<string>();
  #held: DataMessage[] = [];

  get waiting(): boolean {
    return this.#subscriptions.size > 0 || this.#methods.size > 0;
  }

  /** A new session has begun: wait for these, and for nothing from before. */
  begin(subscriptions: Iterable<string>, methods: Iterable<string>): void {
    this.#held = [];
    this.#subscriptions.clear();
    this.#methods.clear();
    for (const id of subscriptions) this.#subscriptions.add(id);
    for (const id of methods) this.#methods.add(id);
  }

  awaitMethod(methodId: string): void {
    this.#methods.add(methodId);
  }

  /** The application has ended a subscription: there is nothing to wait for. */
  dropSubscription(id: string): void {
    this.#subscriptions.delete(id);
  }

  hold(message: DataMessage): void {
    this.#held.push(message);
    switch (message.msg) {
      case 'nosub':
        this.#subscriptions.delete(message.id);
        break;
      case 'ready':
        for (const id of message.subs) this.#subscriptions.delete(id);
        break;
      case 'updated':
        for (const id of message.methods) this.#methods.delete(id);
        break;
      default:
    }
  }

  get holdsAny(): boolean {
    return this.#held.length > 0;
  }

  /** Takes out what was held back. */
  release(): DataMessage[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
