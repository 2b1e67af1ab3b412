import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { WriteError } from '../engine/types.js';

/** One entry of `writeErrors`. */
export function writeError(index: number, error: MongoError): Document {
  return { index, code: error.code, ...error.details, errmsg: error.message };
}

/** Errors of a statement that end the whole command instead of standing in `writeErrors`. */
export function endsCommand(error: unknown): boolean {
  return !(error instanceof MongoError) || COMMAND_CODES.has(error.code);
}

const COMMAND_CODES: ReadonlySet<number> = new Set([50, 112, 251, 11600, 11601, 14031, 28769]);

/** Throws the error of an outcome that is about one document. */
export function throwOnlyError(errors: readonly WriteError[]): void {
  const [error] = errors;
  if (!error) return;
  const { index: _index, code, errmsg, ...details } = error;
  throw new MongoError(code, errmsg, details);
}
