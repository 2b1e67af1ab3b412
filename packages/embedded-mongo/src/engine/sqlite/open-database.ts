import { createRequire } from 'node:module';
import type { SqlDatabase, SqlRow, SqlValue } from './sql-database.js';

const require = createRequire(import.meta.url);

/**
 * Opens an SQLite file with the binding that this runtime has: its own `node:sqlite` (Node >= 22.13, Bun >= 1.4), else
 * `libsql`, which comes prebuilt. This file alone knows which.
 */
export function openDatabase(file: string): SqlDatabase {
  const native = loadNative();
  return native ? wrapNative(new native(file)) : wrapLibsql(new (loadLibsql())(file));
}

/** The name of the binding in use, for diagnostics. */
export function databaseBinding(): 'node:sqlite' | 'libsql' {
  return loadNative() ? 'node:sqlite' : 'libsql';
}

interface NativeDatabase {
  prepare(sql: string): {
    run(...parameters: SqlValue[]): { changes: number };
    get(...parameters: SqlValue[]): SqlRow | undefined;
    all(...parameters: SqlValue[]): SqlRow[];
  };
  exec(sql: string): void;
  close(): void;
}

interface LibsqlDatabase {
  prepare(sql: string): {
    run(parameters: readonly SqlValue[]): { changes: number };
    get(parameters: readonly SqlValue[]): SqlRow | undefined;
    all(parameters: readonly SqlValue[]): Record<string, unknown>[];
  };
  exec(sql: string): void;
  close(): void;
}

let native: (new (file: string) => NativeDatabase) | null | undefined;

function loadNative(): (new (file: string) => NativeDatabase) | null {
  if (native !== undefined) return native;
  try {
    native = (require('node:sqlite') as { DatabaseSync?: new (file: string) => NativeDatabase }).DatabaseSync ?? null;
  } catch {
    native = null;
  }
  return native;
}

function loadLibsql(): new (file: string) => LibsqlDatabase {
  try {
    return require('libsql') as new (
      file: string,
    ) => LibsqlDatabase;
  } catch (cause) {
    throw new Error(
      'This runtime has no node:sqlite, and the npm package libsql, which stands in for it, cannot be loaded. Use Node >= 22.13 or Bun >= 1.4, or install libsql for this platform.',
      { cause },
    );
  }
}

function wrapNative(database: NativeDatabase): SqlDatabase {
  return {
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run: (...parameters) => Number(statement.run(...parameters).changes),
        get: (...parameters) => statement.get(...parameters) ?? undefined,
        all: (...parameters) => statement.all(...parameters),
      };
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

function wrapLibsql(database: LibsqlDatabase): SqlDatabase {
  return {
    // libsql takes a single object, and so a single blob, for named parameters: it always gets a list.
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run: (...parameters) => statement.run(parameters).changes,
        get: (...parameters) => statement.get(parameters),
        all: (...parameters) => statement.all(parameters).map(withBuffers),
      };
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

/** libsql's `get` gives blobs as Buffers, its `all` as ArrayBuffers. */
function withBuffers(row: Record<string, unknown>): SqlRow {
  for (const name in row) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = Buffer.from(value);
  }
  return row as SqlRow;
}
