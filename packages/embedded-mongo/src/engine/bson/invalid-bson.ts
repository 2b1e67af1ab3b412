import { MongoError } from '../mongo-error.js';

export function invalidBson(reason: string): MongoError {
  return new MongoError(22, `Invalid BSON: ${reason}`);
}
