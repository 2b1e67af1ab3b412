/** A document as it was found. */
export interface Row {
  readonly record: number;
  readonly bytes: Uint8Array;
  /** The key of the index by which it was found. */
  readonly key?: Uint8Array;
}

/** Rows one by one; `undefined` says that a bounded piece of work is done and others may be let in. */
export type RowStream = Generator<Row | undefined, void, void>;
