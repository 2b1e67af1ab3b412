import { Meteor } from '@bolide/meteor/meteor';
import { type Document, type LiveQueryHandle, LocalCollection, Minimongo } from '@bolide/meteor/minimongo';
import type { CursorDescription, ObserveDriver, ObserveSink } from '../drivers/types.js';
import type { DocumentSource } from '../observe/document-source.js';
import { PollingQuery } from '../polling/polling-query.js';
import { ChangeStreamQuery } from './change-stream-query.js';
import { clusterTimeOf } from './cluster-time.js';
import { ChangeStreamsUnavailable, CollectionStream, type StreamSource } from './collection-stream.js';

/** Observes by change streams: one for each collection, shared by all queries of it. */
export class ChangeStreamDriver implements ObserveDriver {
  readonly name = 'changeStreams';
  readonly #source: DocumentSource & StreamSource;
  readonly #streams = new Map<string, CollectionStream>();
  readonly #queries = new Map<string, Set<{ readonly query: ChangeStreamQuery; readonly sink: ObserveSink }>>();
  #isUnavailable = false;

  constructor(source: DocumentSource & StreamSource) {
    this.#source = source;
  }

  /** What minimongo understands as MongoDB does, and whose order is known. */
  supports({ selector, options }: CursorDescription, ordered: boolean): boolean {
    if (this.#isUnavailable || options.disableOplog || options._disableOplog) return false;
    if (options.collation || options.tailable) return false;
    const isWindow = Boolean(options.skip || options.limit);
    try {
      if (options.projection) {
        LocalCollection._checkSupportedProjection(options.projection);
        LocalCollection._compileProjection(options.projection);
      }
      if (isWindow || (ordered && options.sort)) {
        const sorter = new Minimongo.Sorter(options.sort ?? []);
        if (sorter._sortFunction || sorter._getPaths().length === 0) return false;
      }
      const matcher = new Minimongo.Matcher(selector);
      return !matcher.hasWhere() && !matcher.hasGeoQuery();
    } catch {
      return false;
    }
  }

  async observe(description: CursorDescription, sink: ObserveSink): Promise<LiveQueryHandle> {
    const { collectionName } = description;
    let poller: PollingQuery | undefined;
    let polling: Promise<void> | undefined;
    let isStopped = false;
    const poll = (results: Document[]) => {
      if (isStopped) return;
      poller = new PollingQuery({ query: description, sink, source: this.#source });
      polling = poller.start(results);
    };
    const query = new ChangeStreamQuery({
      query: description,
      sink,
      stream: this.#streamOf(collectionName),
      source: this.#source,
      onUnavailable: (results, error) => {
        this.#giveUp(error);
        poll(results);
        polling?.catch((reason) => sink.fail(reason));
      },
    });
    const entry = { query, sink };
    const ofCollection = this.#queries.get(collectionName) ?? new Set();
    this.#queries.set(collectionName, ofCollection.add(entry));
    const stop = () => {
      isStopped = true;
      ofCollection.delete(entry);
      query.stop();
      poller?.stop();
    };
    try {
      await query.start();
    } catch (error) {
      if (!(error instanceof ChangeStreamsUnavailable)) {
        stop();
        throw error;
      }
      this.#giveUp(error);
      query.stop();
      poll([]);
    }
    // From here on, or from the middle of the above.
    await polling;
    sink.ready();
    return { stop };
  }

  isObserving(collection: string): boolean {
    return (this.#queries.get(collection)?.size ?? 0) > 0;
  }

  async told(collection: string, time: unknown): Promise<void> {
    const queries = this.#queries.get(collection);
    if (!queries?.size) return;
    await this.#streams.get(collection)?.caughtUp(clusterTimeOf(time));
    await Promise.all([...queries].map(({ query }) => query.settled()));
    await Promise.all([...queries].map(({ sink }) => new Promise<void>((resolve) => sink.onFlush(resolve))));
  }

  /** How many change streams are open. */
  get openStreams(): number {
    return this.#streams.size;
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.close();
  }

  #streamOf(collection: string): CollectionStream {
    const existing = this.#streams.get(collection);
    if (existing) return existing;
    const stream: CollectionStream = new CollectionStream(collection, this.#source, () => {
      if (this.#streams.get(collection) === stream) this.#streams.delete(collection);
    });
    this.#streams.set(collection, stream);
    return stream;
  }

  #giveUp(error: unknown): void {
    if (this.#isUnavailable) return;
    this.#isUnavailable = true;
    Meteor._debug(`Observing by polling, since change streams cannot be used: ${(error as Error).message}`);
  }
}
