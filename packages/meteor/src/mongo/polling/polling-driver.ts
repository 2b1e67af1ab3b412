import type { LiveQueryHandle } from '@bolide/meteor/minimongo';
import type { CursorDescription, ObserveDriver, ObserveSink } from '../drivers/types.js';
import type { DocumentSource } from '../observe/document-source.js';
import { PollingQuery } from './polling-query.js';

/** Observes any query by running it again and again. */
export class PollingDriver implements ObserveDriver {
  readonly name = 'polling';
  readonly #source: DocumentSource;

  constructor(source: DocumentSource) {
    this.#source = source;
  }

  supports(): boolean {
    return true;
  }

  async observe(query: CursorDescription, sink: ObserveSink): Promise<LiveQueryHandle> {
    const polling = new PollingQuery({ query, sink, source: this.#source });
    await polling.start();
    return polling;
  }
}
