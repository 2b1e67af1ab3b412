import type { Document } from 'bson';
import { errorCodeName } from './error-codes.js';

/**
 * An error as MongoDB reports it to clients: a number, its name, a sentence, and further fields of the reply
 * (`keyPattern`, `keyValue`, `errInfo`, …).
 */
export class MongoError extends Error {
  override readonly name = 'MongoError';
  readonly code: number;
  readonly codeName: string;
  /** Fields that stand in the reply beside `code` and `errmsg`. */
  readonly details: Readonly<Document>;

  constructor(code: number, message: string, details: Readonly<Document> = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.codeName = errorCodeName(code);
    this.details = details;
  }
}
