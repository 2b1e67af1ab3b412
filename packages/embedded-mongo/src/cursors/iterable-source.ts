import type { Document } from 'bson';
import { encodeDocument } from '../engine/bson/encode.js';
import { MongoError } from '../engine/mongo-error.js';
import { MAX_DOCUMENT_BYTES, MAX_INTERNAL_DOCUMENT_BYTES } from '../wire/limits.js';
import { RawBatch } from '../wire/raw-batch.js';
import { breathe, MAX_WORK_MILLISECONDS } from './breathe.js';
import type { BatchRequest, CursorSource } from './cursor.js';

/** How many steps to take between two looks at the clock. */
const CLOCK_STRIDE = 32;

/**
 * Draws batches from an iterator of documents, letting other connections in after each few milliseconds of work. The
 * iterator may give `undefined` for a step that has found nothing, so that long work can be interrupted.
 */
export class IterableSource implements CursorSource {
  readonly #documents: Iterator<Document | undefined>;
  /** Did not fit into the batch before. */
  #left: Uint8Array | undefined;
  #finished = false;

  constructor(documents: Iterable<Document | undefined>) {
    this.#documents = documents[Symbol.iterator]();
  }

  get exhausted(): boolean {
    return this.#finished && this.#left === undefined;
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
    const start = performance.now();
    for (let steps = 1; batch.length < limit; steps++) {
      const document = this.#takeLeft() ?? this.#step();
      if (document) {
        if (batch.length > 0 && batch.byteLength + document.byteLength > MAX_DOCUMENT_BYTES) {
          this.#left = document;
          return true;
        }
        batch.add(document);
      }
      if (this.#finished) return true;
      if (steps % CLOCK_STRIDE === 0 && performance.now() - start > MAX_WORK_MILLISECONDS) return false;
    }
    return true;
  }

  #takeLeft(): Uint8Array | undefined {
    const left = this.#left;
    this.#left = undefined;
    return left;
  }

  #step(): Uint8Array | undefined {
    if (this.#finished) return undefined;
    const step = this.#documents.next();
    if (step.done) {
      this.#finished = true;
      return undefined;
    }
    if (step.value === undefined) return undefined;
    const encoded = encodeDocument(step.value);
    if (encoded.byteLength > MAX_INTERNAL_DOCUMENT_BYTES) {
      throw new MongoError(
        10334,
        `BSONObj size: ${encoded.byteLength} is invalid. Size must be between 0 and ${MAX_INTERNAL_DOCUMENT_BYTES}(16MB)`,
      );
    }
    return encoded;
  }

  close(): void {
    this.#left = undefined;
    if (this.#finished) return;
    this.#finished = true;
    this.#documents.return?.();
  }
}
