import type { RawBatch } from '../wire/raw-batch.js';

export interface BatchRequest {
  /** Most documents to give; `undefined`: as many as fit. */
  readonly limit: number | undefined;
  /** For cursors that wait for data: how long, in milliseconds. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** What a cursor draws its documents from. */
export interface CursorSource {
  /** The next documents; fewer than asked for does not mean that there are no more. */
  nextBatch(request: BatchRequest): RawBatch | Promise<RawBatch>;
  /** Whether there is nothing to come, so that the cursor can go. */
  readonly exhausted: boolean;
  /** Goes on when its collection is dropped or renamed, and deals with that itself. */
  readonly survivesDrop?: boolean;
  /** Fields to add to the `cursor` of a reply, such as a resume token. */
  extra?(): Record<string, unknown>;
  close(): void;
}
