/** What may be bound to a statement and what comes back. Integers stay within 2^53. */
export type SqlValue = number | string | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** The little of SQLite that the engine needs; each binding is wrapped into it. */
export interface SqlDatabase {
  prepare(sql: string): SqlStatement;
  /** Statements without parameters or results. */
  exec(sql: string): void;
  close(): void;
}

export interface SqlStatement {
  /** Returns how many rows it changed. */
  run(...parameters: SqlValue[]): number;
  get(...parameters: SqlValue[]): SqlRow | undefined;
  all(...parameters: SqlValue[]): SqlRow[];
}
