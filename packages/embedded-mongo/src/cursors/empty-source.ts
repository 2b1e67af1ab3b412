import { RawBatch } from '../wire/raw-batch.js';
import type { CursorSource } from './cursor.js';

/** Gives nothing, as a collection does that is not there. */
export class EmptySource implements CursorSource {
  readonly exhausted = true;

  nextBatch(): RawBatch {
    return new RawBatch();
  }

  close(): void {}
}
