import { Meteor } from '@bolide/meteor/meteor';
import { type Document, LocalCollection, Minimongo } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import type { CursorDescription, ObserveSink } from '../drivers/types.js';
import type { DocumentSource } from '../observe/document-source.js';
import type { DocumentChange } from './change-event.js';
import type { CollectionStream, StreamListener } from './collection-stream.js';
import type { LiveResult } from './live-result.js';
import { OrderedResult } from './ordered-result.js';
import { UnorderedResult } from './unordered-result.js';

export interface ChangeStreamQueryOptions {
  readonly query: CursorDescription;
  readonly sink: ObserveSink;
  readonly stream: CollectionStream;
  readonly source: DocumentSource;
  /** The stream gives no changes: another driver has to go on, from the results so far. */
  onUnavailable(results: Document[], error: unknown): void;
}

/** After a query has failed, it is tried again after so long. */
const PAUSE = 1_000;

/** Keeps the result of one query right by the change stream of its collection. */
export class ChangeStreamQuery implements StreamListener {
  readonly keys: readonly string[] | null;
  readonly #options: ChangeStreamQueryOptions;
  readonly #matcher: InstanceType<typeof Minimongo.Matcher>;
  readonly #result: LiveResult;
  /** Changes that have come while the query runs: the last one of each document. Null while it does not run. */
  #pending: Map<string, DocumentChange> | null = null;
  #mustRunAgain = false;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: ChangeStreamQueryOptions) {
    this.#options = options;
    const { selector } = options.query;
    this.#matcher = new Minimongo.Matcher(selector);
    this.keys = LocalCollection._idsMatchedBySelector(selector)?.map(MongoID.idStringify) ?? null;
    this.#result = createResult(options.query, options.sink);
  }

  /** Resolves when the first result is complete. */
  async start(): Promise<void> {
    await this.#options.stream.join(this);
    if (!this.#isStopped) await this.#run({ isFirst: true });
  }

  onChange(change: DocumentChange): void {
    if (this.#isStopped) return;
    if (this.#pending) {
      this.#pending.set(change.key, change);
      return;
    }
    this.#apply(change);
    if (this.#result.isDry) this.onResync();
  }

  onResync(): void {
    if (this.#isStopped) return;
    if (this.#running) this.#mustRunAgain = true;
    else void this.#run({ isFirst: false });
  }

  onUnavailable(error: unknown): void {
    if (this.#isStopped) return;
    this.stop();
    this.#options.onUnavailable(this.#result.documents(), error);
  }

  /** Resolves when all changes that have come so far count. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  stop(): void {
    this.#isStopped = true;
    this.#options.stream.leave(this);
  }

  async #run(options: { isFirst: boolean }): Promise<void> {
    this.#running = this.#runUntilRight(options);
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  async #runUntilRight({ isFirst }: { isFirst: boolean }): Promise<void> {
    do {
      this.#mustRunAgain = false;
      this.#pending = new Map();
      const documents = await this.#fetch(isFirst);
      const pending = this.#pending;
      this.#pending = null;
      if (this.#isStopped || !documents) return;
      this.#result.reset(documents);
      for (const change of pending.values()) this.#apply(change);
    } while (this.#mustRunAgain || this.#result.isDry);
  }

  /** The documents; of a query that is wrong from the start, the error. Later ones are tried again. */
  async #fetch(isFirst: boolean): Promise<Document[] | undefined> {
    const { query, source } = this.#options;
    for (let isReported = false; !this.#isStopped; ) {
      try {
        return await source.fetch(query, this.#result.fetchOptions);
      } catch (error) {
        if (isFirst) {
          this.stop();
          throw error;
        }
        if (!isReported) Meteor._debug(`A query of ${query.collectionName} fails, and is tried again:`, error);
        isReported = true;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
    return undefined;
  }

  #apply({ id, document }: DocumentChange): void {
    const matches = document !== undefined && this.#matcher.documentMatches(document).result;
    this.#result.apply(id, matches ? document : undefined);
  }
}

function createResult({ options }: CursorDescription, sink: ObserveSink): LiveResult {
  const { sort, skip, limit, projection } = options;
  const project =
    projection && Object.keys(projection).length > 0
      ? LocalCollection._compileProjection(projection)
      : (document: Document) => document;
  return skip || limit || sink.ordered
    ? new OrderedResult(sink, { sort, skip: skip ?? 0, limit: Math.abs(limit ?? 0), project })
    : new UnorderedResult(sink, project);
}
