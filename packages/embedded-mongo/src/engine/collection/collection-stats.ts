import type { Connection } from '../sqlite/connection.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { CollectionStats } from '../types.js';

/** Bytes that SQLite adds to a row, roughly. */
const ROW_BYTES = 12;

export function collectionStats(connection: Connection, state: CollectionState): CollectionStats {
  const { count, size } = state.totals(connection);
  const ids = keyBytes(connection, state.table);
  const indexSizes: Record<string, number> = { _id_: ids };
  for (const index of state.indexes) indexSizes[index.name] = keyBytes(connection, index.table);
  return { count, size, storageSize: size + ids + count * ROW_BYTES, indexSizes };
}

function keyBytes(connection: Connection, table: string): number {
  const row = connection
    .statement(`SELECT coalesce(sum(length(k)), 0) + count(*) * ${ROW_BYTES} AS bytes FROM ${table}`)
    .get();
  return row?.bytes as number;
}
