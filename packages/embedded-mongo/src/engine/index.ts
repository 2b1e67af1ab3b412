import { SqliteEngine } from './engine.js';
import type { Engine, EngineOptions } from './types.js';

export { decodeDocument } from './bson/decode.js';
export { encodeDocument } from './bson/encode.js';
export { errorCodeName } from './error-codes.js';
export { MongoError } from './mongo-error.js';
export type * from './types.js';

/**
 * Opens (or makes) the data in a folder. One process at a time may have it open.
 * @throws MongoError 96 if another process has it open, 1 if the data file is damaged
 */
export function openEngine(options: EngineOptions): Engine {
  return new SqliteEngine(options);
}
