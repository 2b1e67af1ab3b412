import type { Document } from 'bson';
import type { Collation } from '../collation/collation.js';
import type { IndexDefinition } from '../indexes/index-definition.js';
import { MongoError } from '../mongo-error.js';
import type { CompiledFilter } from '../query/compile-filter.js';
import { allOf, type FilterNode } from '../query/filter-node.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import type { Connection } from '../sqlite/connection.js';
import type { CollectionState } from '../storage/collection-state.js';
import { conjunctsOf } from './conditions.js';
import { estimateEntries } from './estimate.js';
import { hintedIndex, rangeOfMinMax } from './hint.js';
import { candidateFor, type IndexCandidate, impliesPartial } from './index-candidate.js';
import type { BranchPlan, Plan, PlannedIndex, ScanPlan } from './scan-plan.js';
import { orderGivenBy, type SortKey } from './sort-order.js';
import { specialPlan } from './special-plan.js';

export interface PlanRequest {
  readonly filter: CompiledFilter;
  readonly sort: readonly SortKey[];
  /** By `$meta`, which no index helps with. */
  readonly sortsByScore: boolean;
  /** `{ $natural: … }` */
  readonly naturalOrder: 1 | -1 | undefined;
  /** Skip and limit together; `undefined` without a limit. */
  readonly wanted: number | undefined;
  readonly collation: Collation | undefined;
  readonly hint: string | Document | undefined;
  readonly min: Document | undefined;
  readonly max: Document | undefined;
}

/** Finds how to get at the documents of a query. */
export function choosePlan(connection: Connection, state: CollectionState, request: PlanRequest): Plan {
  const { filter, hint, naturalOrder } = request;
  const conjuncts = conjunctsOf(filter.node);
  const special = specialPlan(state, filter, conjuncts);
  if (special) return { ...special, sorted: request.sort.length === 0 && !request.sortsByScore };
  const natural = naturalOrder ?? naturalHint(hint);
  if (natural !== undefined) {
    return { ...collectionScan(filter, natural), sorted: request.sort.length === 0 };
  }
  if (hint !== undefined) return hintedPlan(state, request, conjuncts, hint);
  const candidates = usableIndexes(state, conjuncts).map(({ index, collation }) =>
    candidateFor(index, collation, conjuncts, request.collation),
  );
  const byId = candidates.find(({ index, fixedParts }) => index.isId && fixedParts === 1);
  if (byId) return planOf(byId, conjuncts, request);
  const chosen = cheapest(connection, state, candidates, conjuncts, request);
  const asUnion = chosen?.isBounded ? undefined : unionPlan(connection, state, request, conjuncts);
  if (asUnion && (request.sort.length === 0 || !chosen)) return asUnion;
  if (chosen) return planOf(chosen, conjuncts, request);
  return { ...collectionScan(filter, 1), sorted: request.sort.length === 0 };
}

function collectionScan(filter: CompiledFilter, direction: 1 | -1): BranchPlan {
  return { scan: { kind: 'collection', direction }, residual: filter.isEmpty ? undefined : filter.node };
}

function naturalHint(hint: string | Document | undefined): 1 | -1 | undefined {
  if (typeof hint !== 'object' || hint.$natural === undefined) return undefined;
  return (asNumber(hint.$natural) ?? 1) < 0 ? -1 : 1;
}

interface UsableIndex {
  readonly index: PlannedIndex;
  readonly collation: Collation | undefined;
}

export function idIndex(state: CollectionState): UsableIndex {
  return {
    index: {
      name: '_id_',
      keyPattern: { _id: 1 },
      parts: [{ path: '_id', direction: 1 }],
      table: state.table,
      isId: true,
      unique: true,
      sparse: false,
      isPartial: false,
      multikey: [],
    },
    collation: state.collation,
  };
}

export function plannedIndex(index: IndexDefinition): UsableIndex {
  return {
    index: {
      name: index.name,
      keyPattern: index.specification.key,
      parts: index.parts,
      table: index.table,
      isId: false,
      unique: index.unique,
      sparse: index.sparse,
      isPartial: index.partial !== undefined,
      multikey: index.entry.multikey,
    },
    collation: index.collation,
  };
}

/** The indexes that have every document which can pass the conditions. */
function usableIndexes(state: CollectionState, conjuncts: readonly FilterNode[]): UsableIndex[] {
  const usable = state.indexes.filter(
    (index) =>
      !index.special &&
      index.specification.hidden !== true &&
      (!index.partial || impliesPartial(conjuncts, conjunctsOf(index.partial.node))) &&
      (!index.sparse || conjuncts.some((node) => demandsOneOf(node, index))),
  );
  return [idIndex(state), ...usable.map(plannedIndex)];
}

/** Whether a condition holds only for documents that a sparse index has. */
function demandsOneOf(node: FilterNode, index: IndexDefinition): boolean {
  return node.kind === 'field' && index.parts.some(({ path }) => path === node.path) && !node.test.test(undefined);
}

/** The index that has to look at the least entries; `undefined` if looking through the collection is as good. */
function cheapest(
  connection: Connection,
  state: CollectionState,
  candidates: readonly IndexCandidate[],
  conjuncts: readonly FilterNode[],
  request: PlanRequest,
): IndexCandidate | undefined {
  const promising = candidates.filter(
    (candidate) => candidate.isBounded || (request.sort.length > 0 && orderGivenBy(candidate, request) !== undefined),
  );
  if (promising.length <= 1) return promising[0];
  let best: IndexCandidate | undefined;
  let leastCost = Number.POSITIVE_INFINITY;
  for (const candidate of promising) {
    const cost = costOf(connection, state, candidate, conjuncts, request);
    if (cost < leastCost) {
      best = candidate;
      leastCost = cost;
    }
  }
  return best;
}

/** How much dearer it is to find documents in any order and sort them than to find them in order. */
const SORT_FACTOR = 2;

function costOf(
  connection: Connection,
  state: CollectionState,
  candidate: IndexCandidate,
  conjuncts: readonly FilterNode[],
  request: PlanRequest,
): number {
  const entries = candidate.isBounded ? estimateEntries(connection, candidate) : state.totals(connection).count;
  // Among those that find as much, the one that leaves the least to test.
  const untested = conjuncts.filter((node) => !candidate.covered.has(node)).length;
  const work = entries + untested + candidate.index.parts.length * 0.01;
  if (request.sort.length === 0) return work;
  if (orderGivenBy(candidate, request) === undefined) return work * SORT_FACTOR + 1;
  if (request.wanted === undefined) return work;
  return Math.min(work, request.wanted * (untested === 0 ? 1 : 10));
}

function planOf(candidate: IndexCandidate, conjuncts: readonly FilterNode[], request: PlanRequest): Plan {
  const order = orderGivenBy(candidate, request);
  const left = conjuncts.filter((node) => !candidate.covered.has(node));
  return {
    scan: scanOf(candidate, order ?? 1),
    residual: left.length === 0 || isTrivial(left) ? undefined : allOf(left),
    sorted: request.sort.length === 0 || order !== undefined,
  };
}

function isTrivial(nodes: readonly FilterNode[]): boolean {
  return nodes.every((node) => node.kind === 'and' && node.children.length === 0);
}

function scanOf(candidate: IndexCandidate, direction: 1 | -1): ScanPlan {
  const { index, ranges, bounds, repeats } = candidate;
  return { kind: 'index', index, ranges, bounds, direction, repeats };
}

/** `$or` by one index for each branch, if there is one for all of them. */
function unionPlan(
  connection: Connection,
  state: CollectionState,
  request: PlanRequest,
  conjuncts: readonly FilterNode[],
): Plan | undefined {
  const either = conjuncts.find((node) => node.kind === 'or' && node.children.length > 0);
  if (either?.kind !== 'or' || either.children.length > 100) return undefined;
  const others = conjuncts.filter((node) => node !== either);
  const branches: BranchPlan[] = [];
  for (const child of either.children) {
    const parts = [...conjunctsOf(child), ...others];
    const candidates = usableIndexes(state, parts)
      .map(({ index, collation }) => candidateFor(index, collation, parts, request.collation))
      .filter(({ isBounded }) => isBounded);
    const chosen = cheapest(connection, state, candidates, parts, { ...request, sort: [] });
    if (!chosen) return undefined;
    branches.push(planOf(chosen, parts, { ...request, sort: [] }));
  }
  return { scan: { kind: 'or', branches }, residual: undefined, sorted: request.sort.length === 0 };
}

function hintedPlan(
  state: CollectionState,
  request: PlanRequest,
  conjuncts: readonly FilterNode[],
  hint: string | Document,
): Plan {
  const { index, collation } = hintedIndex(state, hint);
  const candidate = candidateFor(index, collation, conjuncts, request.collation);
  const { min, max } = request;
  if (!min && !max) return planOf(candidate, conjuncts, request);
  const plan = planOf({ ...candidate, covered: new Set() }, conjuncts, request);
  if (plan.scan.kind !== 'index') throw new MongoError(1, 'A hint has not led to an index');
  return { ...plan, scan: { ...plan.scan, ranges: [rangeOfMinMax(index, collation, min, max)] } };
}
