import type { QueryPlan } from '../types.js';
import type { BranchPlan, Plan } from './scan-plan.js';

/** A plan as `explain` tells it. */
export function explainPlan(plan: Plan): QueryPlan {
  return { ...explainBranch(plan), sorts: !plan.sorted };
}

function explainBranch({ scan, residual }: BranchPlan): QueryPlan {
  const filters = residual !== undefined;
  switch (scan.kind) {
    case 'collection':
      return { stage: 'COLLSCAN', direction: scan.direction === 1 ? 'forward' : 'backward', sorts: false, filters };
    case 'or':
      return { stage: 'OR', branches: scan.branches.map(explainBranch), sorts: false, filters };
    case 'near':
      return {
        stage: 'GEO_NEAR_2DSPHERE',
        indexName: scan.index.name,
        keyPattern: scan.index.keyPattern,
        sorts: false,
        filters,
      };
    default: {
      const { index, ranges, direction, bounds } = scan;
      if (ranges.length === 0) return { stage: 'EOF', sorts: false };
      const isOneId = index.isId && ranges.length === 1 && !filters && isPoint(ranges[0]);
      return {
        stage: scan.stage ?? (isOneId ? 'IDHACK' : 'IXSCAN'),
        indexName: index.name,
        keyPattern: index.keyPattern,
        isMultiKey: index.multikey.length > 0,
        isUnique: index.unique,
        isSparse: index.sparse,
        isPartial: index.isPartial,
        direction: direction === 1 ? 'forward' : 'backward',
        bounds,
        sorts: false,
        filters,
      };
    }
  }
}

function isPoint(range: { start: Uint8Array; end: Uint8Array } | undefined): boolean {
  return range !== undefined && range.start.length > 0 && range.end.length === range.start.length + 1;
}
