import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MongoError } from '../mongo-error.js';

/** 'Boli' in SQLite's `application_id`, so that no other program's file is taken for ours. */
const APPLICATION_ID = 0x426f6c69;
const FORMAT_VERSION = 1;

const MAGIC = 'SQLite format 3\0';
const HEADER_LENGTH = 100;

/** What a new data file is given. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (
    id INTEGER PRIMARY KEY, database TEXT NOT NULL, name TEXT NOT NULL, entry BLOB NOT NULL, UNIQUE (database, name)
  );
  CREATE TABLE IF NOT EXISTS changes (position INTEGER PRIMARY KEY, total INTEGER NOT NULL, entry BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT_VERSION};
`;

/**
 * Looks at a data file before SQLite does, reading only: a damaged one must stay as it is.
 * @throws MongoError 1 InternalError if it is no data file of ours
 */
export function inspectDataFile(file: string): 'new' | 'ours' {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return 'new';
  const header = readHeader(file);
  if (header.length < HEADER_LENGTH || header.toString('latin1', 0, 16) !== MAGIC) {
    throw damaged(file, 'it does not begin like an SQLite file');
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw damaged(file, `its page size is ${pageSize}`);
  if (size < pageSize) throw damaged(file, 'it is cut short');
  const application = header.readUInt32BE(68);
  const version = header.readUInt32BE(60);
  // A process killed while making the file leaves one without content.
  if (application === 0 && version === 0 && header.readUInt32BE(28) <= 1) return 'new';
  if (application !== APPLICATION_ID) throw new MongoError(1, `${file} is an SQLite file of another program`);
  if (version > FORMAT_VERSION) {
    throw new MongoError(
      1,
      `${file} was written by a newer version (format ${version}, this one knows ${FORMAT_VERSION})`,
    );
  }
  return 'ours';
}

function readHeader(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(HEADER_LENGTH);
    return header.subarray(0, readSync(descriptor, header, 0, HEADER_LENGTH, 0));
  } finally {
    closeSync(descriptor);
  }
}

function damaged(file: string, reason: string): MongoError {
  return new MongoError(
    1,
    `The data file ${file} is damaged: ${reason}. Nothing was changed. Restore it from a backup, or move it away to begin with an empty one.`,
  );
}
