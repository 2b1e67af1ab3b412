import { SqliteEngine } from './engine.js';
import type { Engine, EngineOptions } from './types.js';

export { decodeDocument, decodeFields, FieldSet } from './bson/decode.js';
export { encodeDocument } from './bson/encode.js';
export { errorCodeName } from './error-codes.js';
// Aggregation stages use these rather than mingo's, which know no Long, Decimal128 or order over types.
export { compileExpression } from './expression/compile-expression.js';
export { compareValues, equalValues } from './keys/compare-values.js';
export { encodeKey } from './keys/encode-key.js';
export { MongoError } from './mongo-error.js';
export { type CompiledFilter, compileFilter } from './query/compile-filter.js';
export type * from './types.js';

/**
 * Opens (or makes) the data in a folder. One process at a time may have it open.
 * @throws MongoError 96 if another process has it open, 1 if the data file is damaged
 */
export function openEngine(options: EngineOptions): Engine {
  return new SqliteEngine(options);
}
