import type { Change } from '../engine/types.js';

/** An event that is ready to be sent. */
export interface ReadyEvent<Token> {
  readonly bytes: Uint8Array;
  readonly token: Token;
}

/** How many changes to remember: streams that keep up look at the same ones at nearly the same time. */
const REMEMBERED_CHANGES = 64;

/** Events that were made for one stream and serve others with the same options. */
export class SharedEvents<Token> {
  readonly #byChange = new Map<Change, Map<string, ReadyEvent<Token>>>();

  /** The event of a change for streams of one kind, made by `make` if it is the first of them that asks. */
  get(change: Change, kind: string, make: () => ReadyEvent<Token>): ReadyEvent<Token> {
    let events = this.#byChange.get(change);
    if (!events) {
      events = new Map();
      this.#byChange.set(change, events);
      if (this.#byChange.size > REMEMBERED_CHANGES) this.#forgetOldest();
    }
    let event = events.get(kind);
    if (!event) {
      event = make();
      events.set(kind, event);
    }
    return event;
  }

  #forgetOldest(): void {
    const [oldest] = this.#byChange.keys();
    if (oldest) this.#byChange.delete(oldest);
  }
}
