import type { Connection } from '../sqlite/connection.js';
import type { IndexCandidate } from './index-candidate.js';

/** Counting stops here: which of two that find more is better does not matter much. */
const MOST = 1000;
const MOST_RANGES = 20;

/** How many entries a scan of the candidate's ranges would look at, up to a limit. */
export function estimateEntries(connection: Connection, { index, ranges }: IndexCandidate): number {
  if (index.isId && ranges.length > 1) return ranges.length;
  const statement = connection.statement(
    `SELECT count(*) AS entries FROM (SELECT 1 FROM ${index.table} WHERE k >= ? AND k < ? LIMIT ${MOST})`,
  );
  let entries = 0;
  for (const [i, { start, end }] of ranges.entries()) {
    if (i === MOST_RANGES) return (entries / MOST_RANGES) * ranges.length;
    entries += statement.get(start, end)?.entries as number;
    if (entries >= MOST) return entries;
  }
  return entries;
}
