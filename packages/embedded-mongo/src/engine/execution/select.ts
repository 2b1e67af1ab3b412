import { decodeDocument, decodeFields, type FieldSet } from '../bson/decode.js';
import type { BranchPlan } from '../planner/scan-plan.js';
import type { FilterNode } from '../query/filter-node.js';
import { nearRows } from './near-rows.js';
import type { Row, RowStream } from './row.js';
import { type ScanRequest, scanChunks } from './scan.js';

/** Finds the rows that pass: scans, tests what the scan leaves to test, and gives each row once. */
export function* selectRows(request: ScanRequest, plan: BranchPlan, fields: FieldSet | undefined): RowStream {
  const { scan } = plan;
  if (scan.kind === 'or') {
    const seen = new Set<number>();
    for (const branch of scan.branches) yield* unseen(selectRows(request, branch, fields), seen);
    return;
  }
  if (scan.kind === 'near') {
    yield* nearRows(request, scan.index, scan.near, plan.residual);
    return;
  }
  const passes = rowTest(plan.residual, fields);
  const seen = scan.kind === 'index' && scan.repeats ? new Set<number>() : undefined;
  for (const rows of scanChunks(request, scan)) {
    for (const row of rows) {
      if (seen?.has(row.record)) continue;
      if (passes && !passes(row)) continue;
      seen?.add(row.record);
      yield row;
    }
    yield undefined;
  }
}

function* unseen(rows: RowStream, seen: Set<number>): RowStream {
  for (const row of rows) {
    if (row === undefined) yield row;
    else if (!seen.has(row.record)) {
      seen.add(row.record);
      yield row;
    }
  }
}

/** Tests rows by the few fields that matter, which is much faster than decoding them. */
function rowTest(residual: FilterNode | undefined, fields: FieldSet | undefined): ((row: Row) => boolean) | undefined {
  if (!residual) return undefined;
  const { matches } = residual;
  if (!fields) return (row) => matches(decodeDocument(row.bytes));
  return (row) => matches(decodeFields(row.bytes, fields));
}
