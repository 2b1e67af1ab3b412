import { type Document, LocalCollection } from '@bolide/meteor/minimongo';
import type { RawChangeStream, StreamSource } from '../change-streams/collection-stream.js';
import type { CursorDescription } from '../drivers/types.js';
import type { DocumentSource } from '../observe/document-source.js';

interface Time {
  readonly t: number;
  readonly i: number;
}

/** A change stream that gives the events that its test puts in. */
class FakeChangeStream implements RawChangeStream {
  readonly options: Document;
  isClosed = false;
  #events: Document[] = [];
  #error: unknown;
  #wake: (() => void) | undefined;
  #onToken: ((token: unknown) => void) | undefined;

  constructor(options: Document) {
    this.options = options;
  }

  async next(): Promise<Document> {
    for (;;) {
      const event = this.#events.shift();
      if (event) return event;
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.fail(new Error('closed'));
  }

  on(_event: 'resumeTokenChanged', listener: (token: unknown) => void): void {
    this.#onToken = listener;
  }

  push(event: Document): void {
    this.#events.push(event);
    this.#wake?.();
  }

  token(token: unknown): void {
    this.#onToken?.(token);
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#wake?.();
  }
}

/** A database in memory, with one collection: its changes come when the test says so. */
export class FakeDatabase implements DocumentSource, StreamSource {
  readonly documents = new LocalCollection('fake');
  readonly streams: FakeChangeStream[] = [];
  /** The options of the queries so far. */
  readonly queries: Document[] = [];
  time = 1;
  /** False: as a server that is no replica set. */
  hasLog = true;
  #held: Document[] = [];
  holdsEvents = false;
  /** Called before a query answers. */
  beforeAnswer: (() => Promise<void>) | undefined;

  async fetch({ selector, options }: CursorDescription, instead?: Document): Promise<Document[]> {
    const all = { ...options, ...instead };
    this.queries.push(all);
    const { projection, ...rest } = all;
    const found = this.documents.find(selector as never, { ...rest, ...(projection && { projection }) }).fetch();
    await this.beforeAnswer?.();
    return found as Document[];
  }

  async now(): Promise<Time | undefined> {
    return this.hasLog ? { t: 0, i: this.time } : undefined;
  }

  watch(_collection: string, options: Document): FakeChangeStream {
    const stream = new FakeChangeStream(options);
    this.streams.push(stream);
    return stream;
  }

  get stream(): FakeChangeStream {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('No stream has been opened');
    return stream;
  }

  put(document: Document): void {
    const exists = this.documents.find(document._id).count() > 0;
    if (exists) this.documents.update(document._id, document);
    else this.documents.insert(document);
    this.#emit({
      operationType: exists ? 'replace' : 'insert',
      documentKey: { _id: document._id },
      fullDocument: structuredClone(document),
    });
  }

  remove(id: string): void {
    this.documents.remove(id);
    this.#emit({ operationType: 'delete', documentKey: { _id: id } });
  }

  /** Lets the events come that were held. */
  release(): void {
    this.holdsEvents = false;
    for (const event of this.#held.splice(0)) this.stream.push(event);
  }

  #emit(event: Document): void {
    this.time += 1;
    const complete = { _id: { _data: `token ${this.time}` }, clusterTime: { t: 0, i: this.time }, ...event };
    if (this.holdsEvents || this.streams.length === 0) this.#held.push(complete);
    else this.stream.push(complete);
  }
}
