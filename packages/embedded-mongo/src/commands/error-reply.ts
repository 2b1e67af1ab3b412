import { BSONError, type Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import { codeName } from './code-names.js';
import type { CommandRequest } from './command.js';
import { errorLabels } from './error-labels.js';

/** The reply to a command that has thrown. */
export function errorReply(thrown: unknown, request: CommandRequest | undefined): Document {
  const error = asMongoError(thrown);
  const labels = request ? errorLabels(request, error.code) : [];
  return {
    ok: 0,
    errmsg: error.message,
    code: error.code,
    codeName: codeName(error.code),
    ...(labels.length > 0 ? { errorLabels: labels } : {}),
    ...error.details,
  };
}

function asMongoError(thrown: unknown): MongoError {
  if (thrown instanceof MongoError) return thrown;
  if (thrown instanceof BSONError) return new MongoError(22, thrown.message);
  if (thrown instanceof RangeError && /call stack/i.test(thrown.message)) {
    return new MongoError(15, 'The command is nested too deeply');
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new MongoError(1, message, {}, { cause: thrown });
}
