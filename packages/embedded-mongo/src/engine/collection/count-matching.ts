import { prepareQuery } from '../execution/prepare-query.js';
import type { ScanPlan } from '../planner/scan-plan.js';
import type { Connection } from '../sqlite/connection.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { FindQuery } from '../types.js';

/** Counts in the index alone if it knows everything that the filter asks. */
export function countMatching(connection: Connection, state: CollectionState, query: FindQuery): number {
  const { skip = 0, limit = 0, sort: _unordered, ...selection } = query;
  const { plan, rows } = prepareQuery(connection, state, { ...selection, skip: 0, limit: 0 });
  const mostWanted = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  let count = 0;
  if (!plan.residual && plan.scan.kind === 'index') {
    count = countEntries(connection, plan.scan, mostWanted);
  } else {
    for (const row of rows()) {
      if (row) count++;
      if (count >= mostWanted) break;
    }
  }
  const left = Math.max(0, count - skip);
  return limit > 0 ? Math.min(left, limit) : left;
}

function countEntries(connection: Connection, scan: ScanPlan & { kind: 'index' }, mostWanted: number): number {
  const { index, ranges, repeats } = scan;
  // A document with an array may have several entries, also in several of the ranges.
  if (repeats && ranges.length > 1) return countDistinct(connection, scan);
  const what = repeats ? 'count(DISTINCT r)' : 'count(*)';
  const statement = connection.statement(`SELECT ${what} AS entries FROM ${index.table} WHERE k >= ? AND k < ?`);
  let count = 0;
  for (const { start, end } of ranges) {
    count += statement.get(start, end)?.entries as number;
    if (count >= mostWanted) break;
  }
  return count;
}

function countDistinct(connection: Connection, { index, ranges }: ScanPlan & { kind: 'index' }): number {
  const statement = connection.statement(`SELECT DISTINCT r FROM ${index.table} WHERE k >= ? AND k < ?`);
  const records = new Set<unknown>();
  for (const { start, end } of ranges) for (const { r } of statement.all(start, end)) records.add(r);
  return records.size;
}
