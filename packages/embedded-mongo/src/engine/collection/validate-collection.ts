import { decodeDocument } from '../bson/decode.js';
import { scanChunks } from '../execution/scan.js';
import { indexKeysOf } from '../indexes/index-definition.js';
import { encodeKey } from '../keys/encode-key.js';
import type { Connection } from '../sqlite/connection.js';
import type { CollectionState } from '../storage/collection-state.js';

export interface Validation {
  readonly valid: boolean;
  readonly errors: string[];
  readonly records: number;
  readonly keysPerIndex: Record<string, number>;
}

const MOST_ERRORS = 20;

/** Reads all of a collection and compares each index with it. */
export function validateCollection(connection: Connection, state: CollectionState): Validation {
  const errors: string[] = [];
  const expected = new Map<string, number>(state.indexes.map(({ name }) => [name, 0]));
  let records = 0;
  const request = { connection, state, expected: undefined, afterRecord: 0 };
  const idOf = connection.statement(`SELECT k FROM ${state.table} WHERE r = ?`);
  for (const rows of scanChunks(request, { kind: 'collection', direction: 1 })) {
    for (const { record, bytes } of rows) {
      records++;
      const document = decodeDocument(bytes);
      const key = idOf.get(record)?.k as Uint8Array;
      if (Buffer.compare(key, encodeKey(document._id, state.collation?.fold)) !== 0) {
        errors.push(`record ${record}: its key is not that of its _id`);
      }
      for (const index of state.indexes) {
        const { keys } = indexKeysOf(index, document);
        expected.set(index.name, (expected.get(index.name) ?? 0) + keys.length);
        const has = connection.statement(`SELECT 1 AS one FROM ${index.table} WHERE k = ? AND r = ?`);
        for (const one of keys)
          if (!has.get(one, record)) errors.push(`record ${record} is missing in index ${index.name}`);
      }
      if (errors.length > MOST_ERRORS) break;
    }
  }
  const keysPerIndex: Record<string, number> = { _id_: records };
  for (const { name, table } of state.indexes) {
    const count = connection.statement(`SELECT count(*) AS count FROM ${table}`).get()?.count as number;
    keysPerIndex[name] = count;
    if (count !== expected.get(name)) errors.push(`index ${name} has ${count} keys instead of ${expected.get(name)}`);
  }
  return { valid: errors.length === 0, errors, records, keysPerIndex };
}
