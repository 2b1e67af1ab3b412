import { EJSON } from '@bolide/meteor/ejson';
import { type Document, type LiveQueryHandle, LocalCollection, type QueryCallbacks } from '@bolide/meteor/minimongo';
import type { CursorDescription, ObserveDriver } from '../drivers/types.js';
import { ObserveMultiplexer } from './observe-multiplexer.js';

/** A write is not kept waiting for observers longer than this, should a change stream hang. */
const LONGEST_WAIT = 10_000;

/** Lets queries be observed: chooses a driver for each, and lets identical ones share it. */
export class Reactivity {
  readonly #drivers: readonly ObserveDriver[];
  readonly #multiplexers = new Map<string, ObserveMultiplexer>();

  /** @param drivers In the order in which they are to be tried. */
  constructor(drivers: readonly ObserveDriver[]) {
    this.#drivers = drivers;
  }

  /**
   * Calls back with the documents of a query, and with their changes until the handle is stopped. Resolves when the
   * callbacks for the first results have been called.
   */
  async observeChanges(
    query: CursorDescription,
    callbacks: QueryCallbacks & { _suppress_initial?: boolean },
    { sharesFields }: { sharesFields: boolean },
  ): Promise<LiveQueryHandle> {
    const { projection } = query.options;
    if (projection && (projection._id === 0 || projection._id === false)) {
      throw new Error('You may not observe a cursor with {fields: {_id: 0}}');
    }
    const ordered = LocalCollection._observeChangesCallbacksAreOrdered(callbacks as never);
    const multiplexer = this.#multiplexerFor(query, ordered);
    const observer = multiplexer.addObserver(callbacks, { sharesFields });
    await observer.isReadyPromise;
    return observer;
  }

  /** Whether writes to a collection have to wait for `told`. */
  isStreaming(collection: string): boolean {
    return this.#drivers.some((driver) => driver.isObserving?.(collection));
  }

  /** Resolves when observers have been told of what was written until `time`. */
  async told(collection: string, time: unknown): Promise<void> {
    if (time === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_WAIT);
    });
    await Promise.race([Promise.all(this.#drivers.map((driver) => driver.told?.(collection, time))), tooLong]);
    clearTimeout(timer);
  }

  /** How many different queries are observed. */
  get observedQueries(): number {
    return this.#multiplexers.size;
  }

  #multiplexerFor(query: CursorDescription, ordered: boolean): ObserveMultiplexer {
    const key = keyOf(query, ordered);
    const existing = this.#multiplexers.get(key);
    if (existing) return existing;
    const driver = this.#drivers.find((each) => each.supports(query, ordered));
    if (!driver) throw new Error(`No driver can observe this query of ${query.collectionName}: ${key}`);
    const multiplexer = new ObserveMultiplexer({
      ordered,
      start: (sink) => driver.observe(query, sink),
      onEnd: () => this.#multiplexers.delete(key),
    });
    this.#multiplexers.set(key, multiplexer);
    return multiplexer;
  }
}

let unique = 0;

/** Equal for queries with equal results. What is done with the documents makes no difference. */
function keyOf({ collectionName, selector, options }: CursorDescription, ordered: boolean): string {
  const { transform: _, ...rest } = options as Document;
  const key = EJSON.stringify({ collectionName, selector, options: rest, ordered } as never);
  return isTold(selector) ? key : `${key} ${unique++}`;
}

/** Whether EJSON tells all of a selector: functions, and fields that are undefined, it leaves out. */
function isTold(value: unknown): boolean {
  if (typeof value === 'function' || value === undefined) return false;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.values(value).every(isTold);
}
