import type { Document } from 'bson';
import type { BatchRequest, CursorSource } from '../cursors/cursor.js';
import { encodeDocument } from '../engine/bson/encode.js';
import { MongoError } from '../engine/mongo-error.js';
import type { Change, ChangeToken, Engine } from '../engine/types.js';
import { MAX_DOCUMENT_BYTES, MAX_INTERNAL_DOCUMENT_BYTES } from '../wire/limits.js';
import { RawBatch } from '../wire/raw-batch.js';
import { changeEvent, invalidateEvent, isShown } from './change-event.js';
import type { ChangeFeed, ChangeSubscriber } from './change-feed.js';
import { type ChangeScope, invalidates, isInScope } from './change-scope.js';
import type { ChangeStreamOptions } from './change-stream-options.js';
import { encodeResumeToken, TokenKind } from './resume-token.js';
import type { ReadyEvent } from './shared-events.js';
import { compareTokens, justBefore } from './token-order.js';
import { waitFor } from './wait-for.js';

/** A stream that has this many changes waiting reads them from the log again when it gets to them. */
const MAX_WAITING = 1000;
/** Changes to look at before others get their turn. */
const CHANGES_PER_TURN = 500;

/** What the stages after `$changeStream` make of an event; `undefined`: they leave it out. */
export type EventTransform = (event: Document) => Document | undefined;

/** The events of one change stream. */
export class ChangeStreamSource implements CursorSource, ChangeSubscriber {
  readonly survivesDrop = true;
  readonly scope: ChangeScope;
  readonly #options: ChangeStreamOptions;
  readonly #engine: Engine;
  readonly #feed: ChangeFeed;
  readonly #transform: EventTransform | undefined;
  /** The same for all streams that make the same events. */
  readonly #kind: string;
  readonly #unsubscribe: () => void;
  /** Changes that have come since the stream caught up. */
  #waiting: Change[] = [];
  /** Reads what was committed before the stream caught up; `undefined` once it has. */
  #history: Iterator<Change> | undefined;
  /** Everything up to here has been looked at. */
  #position: ChangeToken | undefined;
  /** Where the client would go on after what it has been given. */
  #resumeToken: Document | undefined;
  /** Did not fit into the batch before. */
  #left: ReadyEvent<Document> | undefined;
  /** What ended the thing watched: there is one more event to come, and no other. */
  #invalidation: Change | undefined;
  #exhausted = false;
  #wake: (() => void) | undefined;

  /**
   * @throws MongoError 286 ChangeStreamHistoryLost if changes after the start are gone
   */
  constructor(
    scope: ChangeScope,
    options: ChangeStreamOptions,
    engine: Engine,
    feed: ChangeFeed,
    transform?: EventTransform,
  ) {
    this.scope = scope;
    this.#options = options;
    this.#engine = engine;
    this.#feed = feed;
    this.#transform = transform;
    const { fullDocument, fullDocumentBeforeChange, showExpandedEvents } = options;
    this.#kind = `${fullDocument} ${fullDocumentBeforeChange} ${showExpandedEvents}`;
    this.#unsubscribe = feed.subscribe(this);
    this.#position = feed.position;
    try {
      this.#findStart();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get exhausted(): boolean {
    return this.#exhausted;
  }

  take(change: Change): void {
    if (this.#history || this.#invalidation) return;
    if (this.#position && compareTokens(change.token, this.#position) <= 0) return;
    if (!isInScope(this.scope, change) || !isShown(change, this.#options)) return;
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(change);
    else this.#readHistory(this.#position);
  }

  settle(): void {
    if (this.#waiting.length > 0 || this.#history) this.#wake?.();
  }

  async nextBatch({ limit = Number.POSITIVE_INFINITY, patience, signal }: BatchRequest): Promise<RawBatch> {
    const batch = new RawBatch();
    const deadline = performance.now() + patience;
    for (;;) {
      const rests = this.#fill(batch, limit);
      if (batch.length > 0 || limit === 0 || this.#exhausted) return batch;
      if (!rests) {
        await waitFor((wake) => setImmediate(wake), signal);
        continue;
      }
      const remaining = deadline - performance.now();
      if (remaining <= 0) return batch;
      try {
        await waitFor((wake) => this.#onWake(wake), signal, remaining);
      } finally {
        this.#wake = undefined;
      }
    }
  }

  extra(): Record<string, unknown> {
    return this.#resumeToken ? { postBatchResumeToken: this.#resumeToken } : {};
  }

  close(): void {
    this.#exhausted = true;
    this.#waiting = [];
    this.#history = undefined;
    this.#left = undefined;
    this.#unsubscribe();
  }

  #onWake(wake: () => void): void {
    this.#wake = wake;
  }

  /** Finds the place to begin at, and makes sure that nothing after it is gone. */
  #findStart(): void {
    const { after, token } = this.#options.start;
    if (!after) return;
    if (token?.kind === TokenKind.change) this.#checkResumed(token);
    const { last } = this.#engine.changeWindow;
    if (last && compareTokens(after, last) < 0) this.#readHistory(after);
    // A time that is yet to come.
    else this.#position = after;
  }

  /** The change that the client has seen last may have ended what it watches: it is told so now. */
  #checkResumed(token: ChangeToken): void {
    for (const change of this.#engine.changes(justBefore(token))) {
      if (compareTokens(change.token, token) === 0 && invalidates(this.scope, change)) this.#invalidation = change;
      return;
    }
  }

  /** Goes on with what is in the log after a place. */
  #readHistory(after: ChangeToken | undefined): void {
    this.#waiting = [];
    this.#position = after;
    const changes = this.#engine.changes(after)[Symbol.iterator]();
    // Only the first step tells whether the log still reaches back so far.
    const first = changes.next();
    this.#history = first.done ? undefined : prepend(first.value, changes);
  }

  /** The next change to look at. */
  #nextChange(): Change | undefined {
    if (this.#history) {
      const step = this.#history.next();
      if (!step.done) return step.value;
      this.#history = undefined;
    }
    return this.#waiting.shift();
  }

  /** Adds events until the batch is full; gives `true` if there is nothing to look at until something is committed. */
  #fill(batch: RawBatch, limit: number): boolean {
    for (let looked = 0; batch.length < limit && !this.#exhausted; looked++) {
      if (looked >= CHANGES_PER_TURN) return false;
      const ready = this.#left ?? this.#makeEvent();
      this.#left = undefined;
      if (ready === 'caught up') {
        this.#resumeToken = this.#highWaterMark();
        return true;
      }
      if (ready === 'left out') continue;
      if (batch.length > 0 && batch.byteLength + ready.bytes.byteLength > MAX_DOCUMENT_BYTES) {
        this.#left = ready;
        return true;
      }
      batch.add(ready.bytes);
      this.#resumeToken = ready.token;
    }
    return true;
  }

  #makeEvent(): ReadyEvent<Document> | 'left out' | 'caught up' {
    if (this.#invalidation) {
      const ended = this.#invalidation;
      this.close();
      return this.#transformed(invalidateEvent(ended));
    }
    const change = this.#nextChange();
    if (!change) return 'caught up';
    this.#position = change.token;
    if (!isInScope(this.scope, change) || !isShown(change, this.#options)) return 'left out';
    if (invalidates(this.scope, change)) this.#invalidation = change;
    const make = (): Document => changeEvent(change, this.#options, this.#engine);
    if (this.#transform) return this.#transformed(make());
    return this.#feed.events.get(change, this.#kind, () => readyEvent(make()));
  }

  #transformed(event: Document): ReadyEvent<Document> | 'left out' {
    const token = event._id as Document;
    const transformed = this.#transform ? this.#transform(event) : event;
    if (!transformed) return 'left out';
    if ((transformed._id as Document | undefined)?._data !== token._data) {
      throw new MongoError(
        280,
        'Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point. Only transformations that retain the unmodified _id field are allowed.',
        { errorLabels: ['NonResumableChangeStreamError'] },
      );
    }
    return readyEvent(transformed);
  }

  /** A token for the place up to which there was nothing for this stream. */
  #highWaterMark(): Document | undefined {
    const seen = this.#feed.position;
    const furthest = !seen || (this.#position && compareTokens(this.#position, seen) > 0) ? this.#position : seen;
    return encodeResumeToken(furthest ?? { ...this.#engine.clock.now(), n: 0 }, TokenKind.highWaterMark);
  }
}

/** @throws MongoError 10334 BSONObjectTooLarge, after which there is no resuming by trying once more */
function readyEvent(event: Document): ReadyEvent<Document> {
  const bytes = encodeDocument(event);
  if (bytes.byteLength > MAX_INTERNAL_DOCUMENT_BYTES) {
    throw new MongoError(
      10334,
      `BSONObj size: ${bytes.byteLength} is invalid. Size must be between 0 and ${MAX_INTERNAL_DOCUMENT_BYTES}(16MB)`,
      { errorLabels: ['NonResumableChangeStreamError'] },
    );
  }
  return { bytes, token: event._id };
}

function* prepend<T>(first: T, others: Iterator<T>): Generator<T> {
  yield first;
  for (let step = others.next(); !step.done; step = others.next()) yield step.value;
}
