import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoError } from '../mongo-error.js';
import { openDatabase } from '../sqlite/open-database.js';
import { SQLITE, sqliteResultCode } from '../sqlite/sqlite-errors.js';

/**
 * Takes a data folder for this process until the function that it returns is called, or the process ends however it may:
 * the lock is one of the operating system, held by SQLite on an empty file.
 * @throws MongoError 96 OperationFailed if another process has it
 */
export function lockDataFolder(directory: string): () => void {
  const ownerFile = join(directory, 'owner');
  const database = openDatabase(join(directory, 'lock'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (sqliteResultCode(error) !== SQLITE.BUSY) throw error;
    throw new MongoError(
      96,
      `The data folder ${directory} is in use by ${describeOwner(ownerFile)}. Stop that one, or give this one a data folder of its own.`,
    );
  }
  writeFileSync(ownerFile, String(process.pid));
  return () => {
    rmSync(ownerFile, { force: true });
    database.close();
  };
}

function describeOwner(ownerFile: string): string {
  try {
    return `the process with the id ${Number(readFileSync(ownerFile, 'utf8'))}`;
  } catch {
    return 'another process';
  }
}
