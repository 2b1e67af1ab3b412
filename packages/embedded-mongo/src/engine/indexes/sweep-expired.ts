import { decodeDocument } from '../bson/decode.js';
import { DocumentWriter } from '../collection/document-writer.js';
import { encodeKey, KEY_TYPE } from '../keys/encode-key.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Store } from '../storage/store.js';
import type { IndexDefinition } from './index-definition.js';

/** Removed in one commit; what is left waits for the next one, so that others get their turn. */
const DOCUMENTS_PER_COMMIT = 500;
const COMMITS_PER_SWEEP = 100;

/** Removes the documents whose time is over according to TTL indexes. Returns how many. */
export function sweepExpired(store: Store, now: Date): number {
  let removed = 0;
  for (const state of [...store.catalog.all()]) {
    for (const index of state.indexes) {
      const { expireAfterSeconds } = index.specification;
      if (expireAfterSeconds === undefined || index.special || state.entry.options.capped) continue;
      const limit = new Date(now.getTime() - expireAfterSeconds * 1000);
      for (let i = 0; i < COMMITS_PER_SWEEP; i++) {
        const count = removeSome(store, state, index, limit);
        removed += count;
        if (count < DOCUMENTS_PER_COMMIT) break;
      }
    }
  }
  return removed;
}

function removeSome(store: Store, state: CollectionState, index: IndexDefinition, limit: Date): number {
  const key = encodeKey(limit);
  // Dates come behind the byte of their type; in a descending index all bytes are inverted.
  const [start, end] =
    index.parts[0]?.direction === 1
      ? [Uint8Array.of(KEY_TYPE.DATE), Uint8Array.from([...key, 0xff])]
      : [key.map((byte) => ~byte), Uint8Array.of((~KEY_TYPE.DATE & 0xff) + 1)];
  return store.write(undefined, (session) => {
    const found = session.connection
      .statement(
        `SELECT DISTINCT c.r AS record, c.d AS bytes FROM ${index.table} AS i CROSS JOIN ${state.table} AS c ON c.r = i.r WHERE i.k >= ? AND i.k < ? LIMIT ${DOCUMENTS_PER_COMMIT}`,
      )
      .all(start, end);
    const writer = new DocumentWriter(session, store.catalog, state, true);
    for (const { record, bytes } of found) {
      writer.remove(record as number, bytes as Uint8Array, decodeDocument(bytes as Uint8Array)._id);
    }
    return found.length;
  });
}
