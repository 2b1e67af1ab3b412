import { MongoError } from '../mongo-error.js';

/** SQLite's primary result codes that the engine tells apart. */
export const SQLITE = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  CONSTRAINT: 19,
  NOTADB: 26,
} as const;

/** SQLite's primary result code of an error that any of the bindings threw, `undefined` if it is another error. */
export function sqliteResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode } = error as { errcode?: unknown; rawCode?: unknown };
  const extended = typeof errcode === 'number' ? errcode : rawCode;
  return typeof extended === 'number' ? extended & 0xff : undefined;
}

/** Tells a client about an error of SQLite; other errors stay what they are. */
export function translateSqliteError(error: unknown, file: string): unknown {
  const code = sqliteResultCode(error);
  if (code === undefined) return error;
  const { message } = error as Error;
  const options = { cause: error };
  switch (code) {
    case SQLITE.FULL:
      return new MongoError(14031, `The disk is full: ${file} cannot grow (${message})`, {}, options);
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return new MongoError(
        1,
        `The data file ${file} is damaged (${message}). Nothing was changed. Restore it from a backup, or move it away to begin with an empty one.`,
        {},
        options,
      );
    case SQLITE.BUSY:
      return new MongoError(112, `The data file ${file} is in use (${message})`, {}, options);
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
      return new MongoError(96, `The data file ${file} cannot be opened for writing (${message})`, {}, options);
    case SQLITE.IOERR:
      return new MongoError(96, `Reading or writing the data file ${file} failed (${message})`, {}, options);
    default:
      return new MongoError(1, `SQLite: ${message}`, {}, options);
  }
}
