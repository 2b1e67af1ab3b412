import type { Document } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { translateSqliteError } from '../sqlite/sqlite-errors.js';
import type { BatchLimits, CursorBatch, EngineCursor } from '../types.js';
import type { Row, RowStream } from './row.js';

const DEFAULT_MILLISECONDS = 5;

/** See `EngineCursor`. */
export class QueryCursor implements EngineCursor {
  readonly #rows: RowStream;
  readonly #present: (row: Row) => Uint8Array;
  readonly #file: string;
  #lastRecord = 0;
  /** Found, but did not fit into the last batch. */
  #held: Uint8Array | undefined;
  #done = false;

  /** @param present makes of a row what the client is to see */
  constructor(rows: RowStream, present: (row: Row) => Uint8Array, file: string) {
    this.#rows = rows;
    this.#present = present;
    this.#file = file;
  }

  get lastRecord(): number {
    return this.#lastRecord;
  }

  nextBatch({ documents: most, bytes: mostBytes, milliseconds = DEFAULT_MILLISECONDS }: BatchLimits): CursorBatch {
    const documents: Uint8Array[] = [];
    const deadline = performance.now() + milliseconds;
    let bytes = 0;
    if (this.#held) {
      documents.push(this.#held);
      bytes = this.#held.length;
      this.#held = undefined;
    }
    while (!this.#done && documents.length < most) {
      const row = this.#step();
      if (row === undefined) {
        if (performance.now() >= deadline) break;
        continue;
      }
      if (row === null) break;
      const presented = this.#present(row);
      if (documents.length > 0 && bytes + presented.length > mostBytes) {
        this.#held = presented;
        break;
      }
      documents.push(presented);
      bytes += presented.length;
    }
    return { documents, done: this.#done && this.#held === undefined };
  }

  *[Symbol.iterator](): Generator<Document, void, void> {
    if (this.#held) {
      const held = this.#held;
      this.#held = undefined;
      yield decodeDocument(held);
    }
    for (let row = this.#step(); row !== null; row = this.#step()) {
      if (row) yield decodeDocument(this.#present(row));
    }
  }

  /** The next row, `undefined` for a pause, null at the end. */
  #step(): Row | undefined | null {
    if (this.#done) return null;
    try {
      const next = this.#rows.next();
      if (next.done) {
        this.#done = true;
        return null;
      }
      if (next.value) this.#lastRecord = next.value.record;
      return next.value as Row | undefined;
    } catch (error) {
      this.#done = true;
      throw translateSqliteError(error, this.#file);
    }
  }
}
