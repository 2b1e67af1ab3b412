import { waitFor } from '../change-streams/wait-for.js';
import type { Engine, EngineCollection, EngineCursor, FindQuery } from '../engine/types.js';
import type { RawBatch } from '../wire/raw-batch.js';
import type { BatchRequest, CursorSource } from './cursor.js';
import { QuerySource } from './query-source.js';

/** Stays at the end of a capped collection and goes on with what is inserted later. */
export class TailableSource implements CursorSource {
  readonly #engine: Engine;
  readonly #collection: EngineCollection;
  readonly #query: FindQuery;
  readonly #waits: boolean;
  #cursor: EngineCursor;
  #lastRecord = 0;
  #source: QuerySource;
  #exhausted = false;

  /** @param waits whether a batch waits for documents when there are none */
  constructor(engine: Engine, collection: EngineCollection, query: FindQuery, waits: boolean) {
    this.#engine = engine;
    this.#collection = collection;
    this.#query = query;
    this.#waits = waits;
    this.#cursor = collection.find(query);
    this.#source = new QuerySource(this.#cursor);
  }

  get exhausted(): boolean {
    return this.#exhausted;
  }

  async nextBatch(request: BatchRequest): Promise<RawBatch> {
    const deadline = performance.now() + request.patience;
    for (;;) {
      let committed = false;
      let wake: (() => void) | undefined;
      // From before it looks, so that nothing is missed.
      const endListening = this.#engine.onCommit(() => {
        committed = true;
        wake?.();
      });
      try {
        const batch = await this.#look(request);
        const remaining = deadline - performance.now();
        if (batch.length > 0 || !this.#waits || remaining <= 0 || this.#exhausted) return batch;
        await waitFor(
          (resume) => {
            wake = resume;
            if (committed) resume();
          },
          request.signal,
          remaining,
        );
      } finally {
        endListening();
      }
    }
  }

  close(): void {
    this.#exhausted = true;
    this.#source.close();
  }

  async #look(request: BatchRequest): Promise<RawBatch> {
    const batch = await this.#source.nextBatch(request);
    if (this.#source.exhausted && !this.#exhausted) {
      // A search that has found nothing has not got anywhere either.
      this.#lastRecord = Math.max(this.#lastRecord, this.#cursor.lastRecord);
      const { skip: _skipped, ...query } = this.#query;
      this.#cursor = this.#collection.find({ ...query, afterRecord: this.#lastRecord });
      this.#source = new QuerySource(this.#cursor);
    }
    return batch;
  }
}
