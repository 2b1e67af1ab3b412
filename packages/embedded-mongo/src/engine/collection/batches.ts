import type { Row, RowStream } from '../execution/row.js';

/**
 * The rows between two pauses of a stream at a time. At a pause nothing has been read ahead, so that what is written in
 * between cannot make a row out of date.
 */
export function* batchesOf(rows: RowStream): Generator<readonly Row[], void, void> {
  let batch: Row[] = [];
  for (const row of rows) {
    if (row) batch.push(row);
    else if (batch.length > 0) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Runs steps to their end without pause. */
export function finish<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
