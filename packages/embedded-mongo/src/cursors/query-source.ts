import type { EngineCursor } from '../engine/types.js';
import { MAX_DOCUMENT_BYTES } from '../wire/limits.js';
import { RawBatch } from '../wire/raw-batch.js';
import { breathe, MAX_WORK_MILLISECONDS } from './breathe.js';
import type { BatchRequest, CursorSource } from './cursor.js';

/** A batch this long is sent although more documents would be allowed, if they do not come at once. */
const ENOUGH_BYTES = 1024 * 1024;

/** Draws batches from a query of the engine, letting other connections in after each few milliseconds of work. */
export class QuerySource implements CursorSource {
  readonly #cursor: EngineCursor;
  #remaining: number;
  #exhausted = false;

  /** @param limit The query ends after this many, so that there is no need to ask it for more. */
  constructor(cursor: EngineCursor, limit = Number.POSITIVE_INFINITY) {
    this.#cursor = cursor;
    this.#remaining = limit;
  }

  get exhausted(): boolean {
    return this.#exhausted;
  }

  nextBatch({ limit = Number.POSITIVE_INFINITY, signal }: BatchRequest): RawBatch | Promise<RawBatch> {
    const batch = new RawBatch();
    return this.#fill(batch, limit) ? batch : this.#fillSlowly(batch, limit, signal);
  }

  async #fillSlowly(batch: RawBatch, limit: number, signal: AbortSignal): Promise<RawBatch> {
    do {
      await breathe();
      signal.throwIfAborted();
    } while (!this.#fill(batch, limit));
    return batch;
  }

  /** Gives `false` if it has worked long enough without filling the batch. */
  #fill(batch: RawBatch, limit: number): boolean {
    if (limit === 0 || this.#exhausted) return true;
    const asked = Math.min(limit - batch.length, this.#remaining);
    const found = this.#cursor.nextBatch({
      documents: asked,
      bytes: MAX_DOCUMENT_BYTES - batch.byteLength,
      milliseconds: MAX_WORK_MILLISECONDS,
    });
    for (const document of found.documents) batch.add(document);
    this.#remaining -= found.documents.length;
    if (found.done || this.#remaining <= 0) this.#exhausted = true;
    // Fewer than asked for: its time was over, or its bytes. A long batch is not worth waiting for what is left.
    return this.#exhausted || found.documents.length === asked || batch.byteLength > ENOUGH_BYTES;
  }

  close(): void {
    this.#exhausted = true;
  }
}
