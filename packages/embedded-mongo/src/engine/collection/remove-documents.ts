import { decodeDocument, decodeElement } from '../bson/decode.js';
import { inspectDocument } from '../bson/inspect-document.js';
import { prepareQuery } from '../execution/prepare-query.js';
import type { Row } from '../execution/row.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Store } from '../storage/store.js';
import type { WriteSession } from '../storage/write-session.js';
import type { Removal, RemoveOutcome, WriteOptions } from '../types.js';
import { batchesOf } from './batches.js';
import { DocumentWriter } from './document-writer.js';

/**
 * Removes documents. Many of them are removed batch by batch (in a transaction all of them at its end), with pauses in
 * between.
 */
export function* removeInSteps(
  store: Store,
  state: CollectionState,
  removal: Removal,
  { transaction }: WriteOptions,
): Generator<undefined, RemoveOutcome, void> {
  if (removal.limit !== 0 || transaction) {
    return store.write(transaction, (session) => {
      const rows: Row[] = [];
      for (const row of prepareQuery(session.connection, state, removal).rows()) if (row) rows.push(row);
      removeRows(session, store, state, rows);
      const last = removal.returnDocuments ? rows.at(-1) : undefined;
      return last ? { n: rows.length, before: decodeDocument(last.bytes) } : { n: rows.length };
    });
  }
  let n = 0;
  const query = store.guard(() => prepareQuery(store.main, state, removal));
  for (const rows of batchesOf(query.rows())) {
    store.write(undefined, (session) => removeRows(session, store, state, rows));
    n += rows.length;
    yield undefined;
  }
  return { n };
}

function removeRows(session: WriteSession, store: Store, state: CollectionState, rows: readonly Row[]): void {
  const writer = new DocumentWriter(session, store.catalog, state, true);
  for (const { record, bytes } of rows) {
    const { id } = inspectDocument(bytes);
    writer.remove(record, bytes, id && decodeElement(bytes, id.type, id.value));
  }
}
