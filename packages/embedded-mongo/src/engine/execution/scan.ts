import type { KeyRange, PlannedIndex, ScanPlan } from '../planner/scan-plan.js';
import type { Connection } from '../sqlite/connection.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Row } from './row.js';

const FIRST_CHUNK = 16;
/** As many as a client takes in its first batch. */
const FIRST_BATCH = 102;
const LARGEST_CHUNK = 512;
/** Chunks of large documents stay small. */
const CHUNK_BYTES = 512 * 1024;

export interface ScanRequest {
  readonly connection: Connection;
  readonly state: CollectionState;
  /** How many rows are wanted, if that is known: the first chunk reads no more. */
  readonly expected: number | undefined;
  /** Only records after this one. */
  readonly afterRecord: number;
}

/**
 * Reads rows chunk by chunk, each by a query of its own that goes on behind the last row: nothing is held open in
 * between, and what is written in between is seen or not.
 */
export function* scanChunks(request: ScanRequest, scan: ScanPlan): Generator<readonly Row[], void, void> {
  const size = new ChunkSize(request.state, request.expected);
  switch (scan.kind) {
    case 'collection':
      yield* collectionChunks(request, scan.direction, size);
      return;
    case 'index': {
      const ranges = scan.direction === 1 ? scan.ranges : [...scan.ranges].reverse();
      for (const range of ranges)
        yield* rangeChunks(request.connection, scan.index, range, request, scan.direction, size);
      return;
    }
    default:
      throw new TypeError('Unions and what is near are scanned part by part');
  }
}

function* collectionChunks(
  { connection, state, afterRecord }: ScanRequest,
  direction: 1 | -1,
  size: ChunkSize,
): Generator<readonly Row[], void, void> {
  const forward = direction === 1;
  const statement = connection.statement(
    `SELECT r AS record, d AS bytes FROM ${state.table} WHERE r ${forward ? '>' : '<'} ? ORDER BY r ${forward ? 'ASC' : 'DESC'} LIMIT ?`,
  );
  let position = forward ? afterRecord : Number.MAX_SAFE_INTEGER;
  while (!state.dropped) {
    const limit = size.next();
    const rows = statement.all(position, limit) as unknown as Row[];
    if (rows.length > 0) yield rows;
    size.learn(rows);
    if (rows.length < limit) return;
    position = (rows.at(-1) as Row).record;
  }
}

function* rangeChunks(
  connection: Connection,
  index: PlannedIndex,
  range: KeyRange,
  { state }: ScanRequest,
  direction: 1 | -1,
  size: ChunkSize,
): Generator<readonly Row[], void, void> {
  const statement = connection.statement(
    index.isId ? idSql(state.table, direction) : indexSql(index.table, state.table, direction),
  );
  let { start, end } = range;
  let record = -1;
  while (!state.dropped) {
    const limit = size.next();
    const rows = (index.isId
      ? statement.all(start, end, limit)
      : direction === 1
        ? statement.all(start, record, end, limit)
        : statement.all(start, end, record, limit)) as unknown as Required<Row>[];
    if (rows.length > 0) yield rows;
    size.learn(rows);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    record = last.record;
    if (direction === -1) end = last.key;
    else start = index.isId ? behind(last.key) : last.key;
  }
}

/** The key of an `_id` belongs to one document, so that the next scan begins right behind it. */
function behind(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}

function idSql(table: string, direction: 1 | -1): string {
  return `SELECT k AS key, r AS record, d AS bytes FROM ${table} WHERE k >= ? AND k < ? ORDER BY k ${direction === 1 ? 'ASC' : 'DESC'} LIMIT ?`;
}

function indexSql(indexTable: string, table: string, direction: 1 | -1): string {
  const [bounds, order] =
    direction === 1 ? ['(i.k, i.r) > (?, ?) AND i.k < ?', 'ASC'] : ['i.k >= ? AND (i.k, i.r) < (?, ?)', 'DESC'];
  // CROSS JOIN keeps SQLite from beginning with the documents.
  return `SELECT i.k AS key, c.r AS record, c.d AS bytes FROM ${indexTable} AS i CROSS JOIN ${table} AS c ON c.r = i.r WHERE ${bounds} ORDER BY i.k ${order}, i.r ${order} LIMIT ?`;
}

/** How many rows to read at a time: few at first, more the longer it goes on, fewer if they are large. */
class ChunkSize {
  readonly #state: CollectionState;
  #rows: number;

  constructor(state: CollectionState, expected: number | undefined) {
    this.#state = state;
    const fitting = state.typicalBytes > 0 ? Math.floor(CHUNK_BYTES / 4 / state.typicalBytes) : FIRST_CHUNK;
    this.#rows = clamp(Math.min(expected ?? Number.POSITIVE_INFINITY, fitting, FIRST_BATCH));
  }

  next(): number {
    return this.#rows;
  }

  learn(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    let bytes = 0;
    for (const row of rows) bytes += row.bytes.length;
    const typical = bytes / rows.length;
    this.#state.typicalBytes = Math.max(typical, this.#state.typicalBytes * 0.9);
    this.#rows = clamp(Math.min(CHUNK_BYTES / typical, Math.max(this.#rows * 4, FIRST_CHUNK)));
  }
}

function clamp(rows: number): number {
  return Math.max(1, Math.min(LARGEST_CHUNK, Math.floor(rows)));
}
