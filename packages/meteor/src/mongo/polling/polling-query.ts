import { DDPServer } from '@bolide/meteor/ddp-server';
import { Meteor } from '@bolide/meteor/meteor';
import { type Document, LocalCollection } from '@bolide/meteor/minimongo';
import { readVariable } from '@bolide/runtime';
import type { CursorDescription, ObserveSink } from '../drivers/types.js';
import type { DocumentSource } from '../observe/document-source.js';
import { tellDifference } from '../observe/tell-difference.js';

interface PendingWrite {
  committed(): unknown;
}

export interface PollingQueryOptions {
  readonly query: CursorDescription;
  readonly sink: ObserveSink;
  readonly source: DocumentSource;
}

/** Milliseconds. */
const DEFAULT_INTERVAL = 10_000;
const DEFAULT_THROTTLE = 50;

/**
 * Keeps the result of one query right by running it again: after writes of this process at once, but not more often
 * than `pollingThrottleMs`; after those of others at the next time, every `pollingIntervalMs`.
 */
export class PollingQuery {
  readonly #options: PollingQueryOptions;
  readonly #interval: number;
  readonly #throttle: number;
  #results: Document[] = [];
  #pendingWrites: PendingWrite[] = [];
  #isPolling = false;
  #mustPollAgain = false;
  #lastPoll = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listeners: { stop(): void }[] = [];
  #isStopped = false;

  constructor(options: PollingQueryOptions) {
    this.#options = options;
    const { pollingIntervalMs, _pollingInterval, pollingThrottleMs } = options.query.options;
    this.#interval =
      pollingIntervalMs ?? _pollingInterval ?? readVariable('METEOR_POLLING_INTERVAL_MS') ?? DEFAULT_INTERVAL;
    this.#throttle = pollingThrottleMs ?? readVariable('METEOR_POLLING_THROTTLE_MS') ?? DEFAULT_THROTTLE;
  }

  /**
   * Resolves when the first result is complete.
   * @param known What the sink has been told of already. Default: nothing.
   */
  async start(known: Document[] = []): Promise<void> {
    this.#results = known;
    const { collectionName: collection, selector } = this.#options.query;
    const ids = LocalCollection._idsMatchedBySelector(selector);
    const triggers = ids ? ids.map((id) => ({ collection, id })) : [{ collection }];
    this.#listeners = triggers.map((trigger) => DDPServer._InvalidationCrossbar.listen(trigger, () => this.#onWrite()));
    this.#isPolling = true;
    try {
      await this.#fetch();
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      this.#isPolling = false;
    }
    this.#options.sink.ready();
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.stop();
    this.#commit();
  }

  #onWrite(): void {
    const fence = DDPServer._getCurrentFence();
    if (fence) this.#pendingWrites.push(fence.beginWrite());
    if (this.#isPolling) this.#mustPollAgain = true;
    else this.#scheduleIn(this.#lastPoll + this.#throttle - performance.now());
  }

  #schedule(): void {
    if (this.#isStopped) return;
    if (this.#mustPollAgain) this.#scheduleIn(this.#throttle);
    else this.#scheduleIn(this.#interval);
  }

  #scheduleIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    // Not in the context of the method whose write it is.
    Meteor._runFresh(() => {
      this.#timer = setTimeout(() => void this.#poll(), Math.max(0, milliseconds));
      this.#timer.unref?.();
    });
  }

  async #poll(): Promise<void> {
    if (this.#isStopped || this.#isPolling) return;
    this.#isPolling = true;
    try {
      await this.#fetch();
    } catch (error) {
      Meteor._debug(`Polling ${this.#options.query.collectionName} fails, and is tried again:`, error);
    }
    this.#isPolling = false;
    this.#schedule();
  }

  async #fetch(): Promise<void> {
    const { query, sink, source } = this.#options;
    this.#mustPollAgain = false;
    // Only those that the query is sure to see.
    const writes = this.#pendingWrites;
    this.#pendingWrites = [];
    try {
      const documents = await source.fetch(query);
      if (!this.#isStopped) {
        tellDifference(sink, this.#results, documents);
        this.#results = documents;
      }
    } finally {
      this.#lastPoll = performance.now();
      sink.onFlush(() => commit(writes));
    }
  }

  #commit(): void {
    const writes = this.#pendingWrites;
    this.#pendingWrites = [];
    commit(writes);
  }
}

function commit(writes: readonly PendingWrite[]): void {
  for (const write of writes) void write.committed();
}
