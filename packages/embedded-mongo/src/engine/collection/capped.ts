import { decodeElement } from '../bson/decode.js';
import { inspectDocument } from '../bson/inspect-document.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { WriteSession } from '../storage/write-session.js';
import type { DocumentWriter } from './document-writer.js';

const OLDEST_PER_LOOK = 64;

/** To be called before anything is written, so that nothing of it is counted as having been there. */
export function prepareCap(session: WriteSession, state: CollectionState): void {
  state.totals(session.connection);
}

/** Removes the oldest documents of a capped collection until it is as small as it has to be. */
export function keepWithinCap(session: WriteSession, state: CollectionState, writer: DocumentWriter): void {
  const { capped } = state.entry.options;
  if (!capped) return;
  const { connection } = session;
  const committed = state.totals(connection);
  const oldest = connection.statement(`SELECT r, d FROM ${state.table} ORDER BY r LIMIT ${OLDEST_PER_LOOK}`);
  for (;;) {
    const rows = oldest.all();
    for (const row of rows) {
      const own = session.ownTotals(state);
      const count = committed.count + own.count;
      const size = committed.size + own.size;
      if (count <= 1 || (size <= capped.size && (capped.max === undefined || count <= capped.max))) return;
      const bytes = row.d as Uint8Array;
      const { id } = inspectDocument(bytes);
      writer.remove(row.r as number, bytes, id && decodeElement(bytes, id.type, id.value), 'silently');
    }
    if (rows.length === 0) return;
  }
}
