import { MongoError } from '../engine/mongo-error.js';
import { MAX_WRITE_BATCH } from '../wire/limits.js';

/** @throws MongoError 16 InvalidLength */
export function checkBatchSize(size: number): void {
  if (size < 1 || size > MAX_WRITE_BATCH) {
    throw new MongoError(16, `Write batch sizes must be between 1 and ${MAX_WRITE_BATCH}. Got ${size} operations.`);
  }
}
