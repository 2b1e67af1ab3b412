import { openDatabase } from './open-database.js';
import type { SqlDatabase, SqlStatement } from './sql-database.js';
import { sqliteResultCode, translateSqliteError } from './sqlite-errors.js';

/** One connection to the data file, with its prepared statements. */
export class Connection {
  readonly file: string;
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();
  #open = true;

  constructor(file: string, cacheBytes: number) {
    this.file = file;
    this.#database = openDatabase(file);
    this.exec(`PRAGMA cache_size = -${Math.max(1, Math.round(cacheBytes / 1024))}`);
    // In WAL mode this loses nothing when the process is killed; against a power cut there is `Engine.flush`.
    this.exec('PRAGMA synchronous = NORMAL');
    this.exec('PRAGMA busy_timeout = 1000');
  }

  /** The statement, prepared once. Few and constant texts only: they are kept until `forget`. */
  statement(sql: string): SqlStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Drops the statements whose text contains `part`, as a table that is going away. */
  forget(part: string): void {
    for (const sql of this.#statements.keys()) if (sql.includes(part)) this.#statements.delete(sql);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs `work`; what SQLite reports in it becomes an error for clients. */
  guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw sqliteResultCode(error) === undefined ? error : translateSqliteError(error, this.file);
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#statements.clear();
    this.#database.close();
  }
}
