import { Meteor } from '@bolide/meteor/meteor';
import type { Document } from '@bolide/meteor/minimongo';
import { type DocumentChange, readChangeEvent } from './change-event.js';
import { type ClusterTime, clusterTimeOf, clusterTimeOfToken } from './cluster-time.js';

/** A change stream of the driver, as far as it is used here. */
export interface RawChangeStream {
  next(): Promise<Document>;
  close(): Promise<void>;
  on(event: 'resumeTokenChanged', listener: (token: unknown) => void): unknown;
}

/** Where change streams come from. */
export interface StreamSource {
  /** The present time of the database's log, a Timestamp; `undefined` if it keeps none, and so has no change streams. */
  now(): Promise<unknown>;
  watch(collection: string, options: Document): RawChangeStream;
}

/** Is told of the changes of a collection. */
export interface StreamListener {
  /** The only documents that it wants to hear of; null: all. */
  readonly keys: readonly string[] | null;
  onChange(change: DocumentChange): void;
  /** Changes may have been missed: what is known must be read again. */
  onResync(): void;
  /** There will be no changes: the database does not give any. */
  onUnavailable(error: unknown): void;
}

/** The database has no change streams, or not for this user. */
export class ChangeStreamsUnavailable extends Error {
  override readonly name = 'ChangeStreamsUnavailable';
}

/** Unauthorized, unknown stage or command, no replica set, not supported by the storage engine. */
const UNAVAILABLE_CODES = new Set([13, 59, 115, 40324, 40573]);
/** The log does not reach back, the token is refused, or the event is too large: it goes on from now. */
const LOST_CODES = new Set([136, 260, 280, 286, 10334]);
const LONGEST_PAUSE = 5_000;
/** A stream without listeners stays open so long: often the next one is about to come. */
const LINGER = 10_000;

type Resume = { startAtOperationTime: unknown } | { resumeAfter: unknown } | { startAfter: unknown };

/** The one change stream of a collection that all observers of this process share. */
export class CollectionStream {
  readonly #name: string;
  readonly #source: StreamSource;
  readonly #onClose: () => void;
  readonly #listeners = new Set<StreamListener>();
  readonly #ofAllDocuments = new Set<StreamListener>();
  readonly #byKey = new Map<string, Set<StreamListener>>();
  #waiting: { readonly time: ClusterTime; readonly resolve: () => void }[] = [];
  #opening: Promise<void> | undefined;
  #stream: RawChangeStream | undefined;
  #seen: ClusterTime = 0n;
  #isClosed = false;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, source: StreamSource, onClose: () => void) {
    this.#name = name;
    this.#source = source;
    this.#onClose = onClose;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /**
   * Tells a listener of all changes that are made after this has resolved.
   * @throws ChangeStreamsUnavailable
   */
  async join(listener: StreamListener): Promise<void> {
    clearTimeout(this.#linger);
    this.#listeners.add(listener);
    for (const set of this.#setsOf(listener)) set.add(listener);
    this.#opening ??= this.#open();
    try {
      await this.#opening;
    } catch (error) {
      this.leave(listener);
      throw error;
    }
  }

  leave(listener: StreamListener): void {
    this.#listeners.delete(listener);
    for (const set of this.#setsOf(listener)) set.delete(listener);
    for (const key of listener.keys ?? []) if (this.#byKey.get(key)?.size === 0) this.#byKey.delete(key);
    if (this.#listeners.size > 0 || this.#isClosed) return;
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => this.close(), LINGER);
    this.#linger.unref?.();
  }

  /** Resolves when listeners have been told of all that happened until a time. */
  caughtUp(time: ClusterTime): Promise<void> {
    if (this.#isClosed || time <= this.#seen) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ time, resolve }));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#linger);
    this.#onClose();
    void this.#stream?.close().catch(() => {});
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting = [];
  }

  #setsOf({ keys }: StreamListener): Set<StreamListener>[] {
    if (!keys) return [this.#ofAllDocuments];
    return keys.map((key) => {
      const set = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, set);
      return set;
    });
  }

  /**
   * Changes are asked for from a time on that is before any query of the listener: so none can be missed, whenever the
   * stream begins to flow.
   */
  async #open(): Promise<void> {
    try {
      const startAtOperationTime = await this.#now();
      this.#seen = clusterTimeOf(startAtOperationTime);
      void Meteor._runFresh(() => this.#run({ startAtOperationTime }));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #now(): Promise<unknown> {
    const time = await this.#source.now();
    if (time === undefined || time === null) {
      throw new ChangeStreamsUnavailable('The database is no replica set, and so has no change streams');
    }
    return time;
  }

  async #run(start: Resume): Promise<void> {
    let resume: Resume = start;
    let failures = 0;
    let mustResync = false;
    while (!this.#isClosed) {
      try {
        if (mustResync) {
          resume = { startAtOperationTime: await this.#now() };
          mustResync = false;
          this.#each((listener) => listener.onResync());
        }
        await this.#read(resume, (next) => {
          resume = next;
          failures = 0;
        });
      } catch (error) {
        if (this.#isClosed) return;
        const { code } = error as { code?: unknown };
        if (UNAVAILABLE_CODES.has(code as number)) {
          this.#each((listener) => listener.onUnavailable(error));
          this.close();
          return;
        }
        mustResync ||= LOST_CODES.has(code as number);
        failures += 1;
        if (failures === 3) Meteor._debug(`The change stream of ${this.#name} fails, and is tried again:`, error);
        await pause(Math.min(100 * 2 ** failures, LONGEST_PAUSE));
      }
    }
  }

  /** Passes on changes until the stream ends. */
  async #read(start: Resume, onProgress: (resume: Resume) => void): Promise<void> {
    const stream = this.#source.watch(this.#name, { fullDocument: 'updateLookup', ...start });
    this.#stream = stream;
    stream.on('resumeTokenChanged', (token) => {
      const time = clusterTimeOfToken(token);
      // It comes just before the change that it may include, of which the listeners are to be told first.
      if (time !== undefined) setImmediate(() => this.#advance(time));
    });
    try {
      while (!this.#isClosed) {
        const event = await stream.next();
        if (event.operationType === 'invalidate') {
          // The collection is gone, or has another name.
          onProgress({ startAfter: event._id });
          this.#each((listener) => listener.onResync());
          return;
        }
        this.#tell(event);
        onProgress({ resumeAfter: event._id });
        if (event.clusterTime) this.#advance(clusterTimeOf(event.clusterTime));
      }
    } finally {
      await stream.close().catch(() => {});
    }
  }

  #tell(event: Document): void {
    const change = readChangeEvent(event);
    if (!change) return;
    for (const listener of this.#ofAllDocuments) listener.onChange(change);
    const own = this.#byKey.get(change.key);
    if (own) for (const listener of own) listener.onChange(change);
  }

  #each(callback: (listener: StreamListener) => void): void {
    for (const listener of [...this.#listeners]) callback(listener);
  }

  #advance(time: ClusterTime): void {
    if (time <= this.#seen) return;
    this.#seen = time;
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((each) => each.time > time);
    for (const each of waiting) if (each.time <= time) each.resolve();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
