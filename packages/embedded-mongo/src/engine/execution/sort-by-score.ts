import type { Document } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { isDocument } from '../bson/value-type.js';
import { KeyExtractor } from '../indexes/index-keys.js';
import { MongoError } from '../mongo-error.js';
import type { CompiledFilter } from '../query/compile-filter.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import type { RowStream } from './row.js';

/** Sorts by how well documents fit a text query, and by fields beside or before that. */
export function* sortByScore(rows: RowStream, sort: Document, { text }: CompiledFilter): RowStream {
  if (!text) throw new MongoError(40218, 'query requires text score metadata, but it is not available');
  const orders = Object.entries(sort).map(([path, value]) => {
    if (isDocument(value)) return (document: Document) => -text.score(document);
    const extractor = new KeyExtractor([{ path, direction: (asNumber(value) ?? 1) < 0 ? -1 : 1 }], undefined);
    return (document: Document) => [...extractor.keysOf(document).keys].sort(Buffer.compare)[0] as Uint8Array;
  });
  const found = [];
  for (const row of rows) {
    if (!row) yield row;
    else {
      const document = decodeDocument(row.bytes);
      found.push({ row, keys: orders.map((keyOf) => keyOf(document)) });
    }
  }
  found.sort((a, b) => {
    for (const [i, key] of a.keys.entries()) {
      const other = b.keys[i];
      const order =
        typeof key === 'number' ? key - (other as number) : Buffer.compare(key as Uint8Array, other as Uint8Array);
      if (order !== 0) return order;
    }
    return 0;
  });
  for (const { row } of found) yield row;
}
