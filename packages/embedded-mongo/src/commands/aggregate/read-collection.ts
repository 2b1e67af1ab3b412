import { decodeDocument } from '../../engine/bson/decode.js';
import type { EngineCollection, EngineTransaction, FindQuery } from '../../engine/types.js';
import type { Flow } from './stage.js';

const BATCH = { documents: 200, bytes: 1024 * 1024, milliseconds: 5 };

/** The documents of a query, with a pause after each few milliseconds of work. */
export function* readCollection(
  collection: EngineCollection | undefined,
  query: FindQuery,
  transaction: EngineTransaction | undefined,
): Flow & Generator {
  if (!collection) return;
  const cursor = collection.find(query, transaction);
  for (;;) {
    const { documents, done } = cursor.nextBatch(BATCH);
    for (const bytes of documents) yield decodeDocument(bytes);
    if (done) return;
    yield undefined;
  }
}
