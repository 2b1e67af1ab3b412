import type { StreamEvents } from './types.js';

type EventName = keyof StreamEvents;

/** The listeners of a stream. */
export class StreamListeners {
  readonly #listeners: { [Name in EventName]: StreamEvents[Name][] } = { message: [], reset: [], disconnect: [] };

  /** @throws Error for an unknown event. */
  add<Name extends EventName>(name: Name, callback: StreamEvents[Name]): void {
    if (!Object.hasOwn(this.#listeners, name)) {
      throw new Error(`unknown event type: ${String(name)} (a stream has message, reset and disconnect)`);
    }
    this.#listeners[name].push(callback);
  }

  /** The listeners at this moment: one that is added by a listener waits for the next event. */
  of<Name extends EventName>(name: Name): readonly StreamEvents[Name][] {
    return this.#listeners[name].slice() as StreamEvents[Name][];
  }
}
