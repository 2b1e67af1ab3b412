import type { Document } from 'bson';
import { type Collation, sameCollation } from '../collation/collation.js';
import type { FilterNode } from '../query/filter-node.js';
import { boundKey, contains, EVERYTHING, type Interval, intersect, inverted } from './interval.js';
import type { KeyRange, PlannedIndex } from './scan-plan.js';
import { boundsOfTest, hasText, type TestBounds } from './test-bounds.js';

/** More combinations of values than this are found by filtering rather than by one look each. */
const MAX_RANGES = 2000;

/** What an index can do for a filter. */
export interface IndexCandidate {
  readonly index: PlannedIndex;
  readonly ranges: readonly KeyRange[];
  readonly bounds: Document;
  /** Leading parts that are held to one value each. */
  readonly fixedParts: number;
  /** Some part is bounded, so that less than all of the index is looked at. */
  readonly isBounded: boolean;
  /** Conditions that need not be tested any more. */
  readonly covered: ReadonlySet<FilterNode>;
  readonly repeats: boolean;
  /** Positions of the parts that are bounded to some values. */
  readonly boundedParts: ReadonlySet<number>;
}

interface PartBounds {
  readonly intervals: readonly Interval[];
  readonly covered: readonly FilterNode[];
}

export function candidateFor(
  index: PlannedIndex,
  indexCollation: Collation | undefined,
  conjuncts: readonly FilterNode[],
  queryCollation: Collation | undefined,
): IndexCandidate {
  const covered = new Set<FilterNode>();
  const boundedParts = new Set<number>();
  const bounds: Document = {};
  let prefixes: Uint8Array[] = [new Uint8Array(0)];
  let ranges: KeyRange[] | undefined;
  let fixedParts = 0;
  let boundedMultikey = false;
  for (const [position, part] of index.parts.entries()) {
    const isMultikey = index.multikey.includes(position);
    // Two parts on one array must not be bounded apart: each bound could be met by another element.
    const usable = ranges === undefined && !(isMultikey && boundedMultikey);
    const found = usable
      ? boundsOfPart(part.path, isMultikey, conjuncts, (node) => boundsOf(node, indexCollation, queryCollation))
      : undefined;
    const intervals = found?.intervals ?? [EVERYTHING];
    bounds[part.path] = intervals.map(({ text }) => text);
    if (found) {
      boundedParts.add(position);
      boundedMultikey ||= isMultikey;
      for (const node of found.covered) covered.add(node);
    }
    if (ranges) continue;
    const oriented = part.direction === 1 ? intervals : [...intervals].reverse().map(inverted);
    const points = oriented.every(({ point }) => point !== undefined);
    if (points && prefixes.length * oriented.length <= MAX_RANGES) {
      if (prefixes.length === 1 && oriented.length === 1) fixedParts = position + 1;
      prefixes = prefixes.flatMap((prefix) => oriented.map(({ point }) => concat(prefix, point as Uint8Array)));
      continue;
    }
    const limited = prefixes.length * oriented.length <= MAX_RANGES ? oriented : [EVERYTHING];
    if (limited !== oriented && found) for (const node of found.covered) covered.delete(node);
    ranges = prefixes.flatMap((prefix) =>
      limited.map(({ low, high }) => ({ start: boundKey(prefix, low), end: boundKey(prefix, high) })),
    );
  }
  ranges ??= prefixes.map((prefix) => ({
    start: prefix,
    end: boundKey(prefix, { bytes: new Uint8Array(0), after: true }),
  }));
  const isBounded = boundedParts.has(0);
  return {
    index,
    ranges,
    bounds,
    fixedParts,
    isBounded,
    covered,
    repeats: index.multikey.length > 0,
    boundedParts,
  };
}

function boundsOf(
  node: FilterNode,
  indexCollation: Collation | undefined,
  queryCollation: Collation | undefined,
): TestBounds | undefined {
  if (node.kind !== 'field') return undefined;
  const { operand, operator } = node.test;
  if (!sameCollation(indexCollation, queryCollation) && (hasText(operand) || operator === '$regex')) return undefined;
  return boundsOfTest(node.test, indexCollation);
}

/** The values that one field may have; with an array in it only one condition counts, as each may hold for another element. */
function boundsOfPart(
  path: string,
  isMultikey: boolean,
  conjuncts: readonly FilterNode[],
  boundsOfNode: (node: FilterNode) => TestBounds | undefined,
): PartBounds | undefined {
  let best: PartBounds | undefined;
  for (const node of conjuncts) {
    if (node.kind !== 'field' || node.path !== path) continue;
    const bounds = boundsOfNode(node);
    if (!bounds) continue;
    const covered = bounds.exact ? [node] : [];
    if (!best) best = { intervals: bounds.intervals, covered };
    else if (!isMultikey) {
      best = { intervals: intersect(best.intervals, bounds.intervals), covered: [...best.covered, ...covered] };
    } else if (isNarrower(bounds.intervals, best.intervals)) {
      best = { intervals: bounds.intervals, covered };
    }
  }
  return best;
}

function isNarrower(a: readonly Interval[], b: readonly Interval[]): boolean {
  const pointsA = a.every(({ point }) => point);
  const pointsB = b.every(({ point }) => point);
  if (pointsA !== pointsB) return pointsA;
  return pointsA ? a.length < b.length : false;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a, 0);
  joined.set(b, a.length);
  return joined;
}

/** Whether every document that passes the conditions passes the filter of a partial index. */
export function impliesPartial(conjuncts: readonly FilterNode[], partial: readonly FilterNode[]): boolean {
  return partial.every((demand) => conjuncts.some((given) => implies(given, demand)));
}

function implies(given: FilterNode, demand: FilterNode): boolean {
  if (demand.kind === 'and') return demand.children.every((child) => implies(given, child));
  if (demand.kind === 'or') return demand.children.some((child) => implies(given, child));
  if (demand.kind !== 'field' || given.kind !== 'field' || demand.path !== given.path) return false;
  if (demand.test.operator === '$exists') return !given.test.test(undefined);
  const wanted = boundsOfTest(demand.test, undefined);
  const has = boundsOfTest(given.test, undefined);
  if (!wanted || !has) return false;
  const typeTest = demand.test.operator === '$type' && !given.test.test(undefined);
  return (wanted.exact || typeTest) && contains(wanted.intervals, has.intervals);
}
