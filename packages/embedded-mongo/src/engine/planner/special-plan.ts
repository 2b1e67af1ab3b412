import { geoRanges } from '../indexes/geo-index.js';
import type { IndexDefinition } from '../indexes/index-definition.js';
import { termKey } from '../indexes/text-index.js';
import { MongoError } from '../mongo-error.js';
import type { CompiledFilter } from '../query/compile-filter.js';
import { allOf, type FilterNode } from '../query/filter-node.js';
import type { Region } from '../query/geo/region.js';
import type { CollectionState } from '../storage/collection-state.js';
import { plannedIndex } from './choose-plan.js';
import { conjunctsOf } from './conditions.js';
import { impliesPartial } from './index-candidate.js';
import type { BranchPlan } from './scan-plan.js';

/** A plan for text and geographic conditions, which have indexes of their own kinds. */
export function specialPlan(
  state: CollectionState,
  filter: CompiledFilter,
  conjuncts: readonly FilterNode[],
): BranchPlan | undefined {
  if (filter.text) return textPlan(state, filter);
  if (filter.near) return nearPlan(state, filter, conjuncts);
  return withinPlan(state, filter, conjuncts);
}

function textPlan(state: CollectionState, filter: CompiledFilter): BranchPlan {
  const index = state.indexes.find(({ special }) => special?.kind === 'text');
  const fields = index?.special?.textFields;
  if (!index || !fields || !filter.text) throw new MongoError(27, 'text index required for $text query');
  filter.text.searchIn(fields);
  const ranges = filter.text.indexedTerms
    .map(termKey)
    .sort(Buffer.compare)
    .map((key) => ({ start: key, end: Uint8Array.from([...key, 0]) }));
  return {
    scan: {
      kind: 'index',
      index: { ...plannedIndex(index).index, parts: [] },
      ranges,
      direction: 1,
      bounds: {},
      repeats: true,
      stage: 'TEXT_MATCH',
    },
    residual: filter.node,
  };
}

function geoIndexFor(
  state: CollectionState,
  path: string,
  conjuncts: readonly FilterNode[],
): IndexDefinition | undefined {
  return state.indexes.find(
    ({ special, partial, specification }) =>
      special?.geoPaths?.includes(path) &&
      specification.hidden !== true &&
      (!partial || impliesPartial(conjuncts, conjunctsOf(partial.node))),
  );
}

function nearPlan(state: CollectionState, { near }: CompiledFilter, conjuncts: readonly FilterNode[]): BranchPlan {
  if (!near) throw new TypeError('There is nothing to be near to');
  const index = geoIndexFor(state, near.path, conjuncts);
  if (!index) {
    throw new MongoError(
      291,
      'error processing query: planner returned error :: caused by :: unable to find index for $geoNear query',
    );
  }
  const others = conjuncts.filter((node) => node.kind !== 'field' || node.test !== near.predicate);
  return {
    scan: { kind: 'near', index: plannedIndex(index).index, near },
    residual: others.length === 0 ? undefined : allOf(others),
  };
}

function withinPlan(
  state: CollectionState,
  filter: CompiledFilter,
  conjuncts: readonly FilterNode[],
): BranchPlan | undefined {
  if (!state.indexes.some(({ special }) => special?.kind === 'geo')) return undefined;
  for (const node of conjuncts) {
    if (node.kind !== 'field' || !['$geoWithin', '$within', '$geoIntersects'].includes(node.test.operator)) continue;
    const index = geoIndexFor(state, node.path, conjuncts);
    if (!index) continue;
    const { boxes } = node.test.operand as Region;
    return {
      scan: {
        kind: 'index',
        index: plannedIndex(index).index,
        ranges: geoRanges(boxes),
        direction: 1,
        bounds: { [node.path]: boxes.map((box) => JSON.stringify(box)) },
        repeats: true,
      },
      residual: filter.node,
    };
  }
  return undefined;
}
