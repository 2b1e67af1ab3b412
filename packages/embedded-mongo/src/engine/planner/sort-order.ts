import type { KeyPart } from '../indexes/index-keys.js';
import type { PlanRequest } from './choose-plan.js';
import type { IndexCandidate } from './index-candidate.js';

export type SortKey = KeyPart;

/** The direction in which a scan of the index gives the order asked for, `undefined` if none does. */
export function orderGivenBy(candidate: IndexCandidate, request: PlanRequest): 1 | -1 | undefined {
  const { index, fixedParts, boundedParts } = candidate;
  if (request.sort.length === 0) return 1;
  if (request.collation) return undefined;
  const fixed = new Set(index.parts.slice(0, fixedParts).map(({ path }) => path));
  let at = 0;
  let direction: 1 | -1 | undefined;
  for (const key of request.sort) {
    while (at < fixedParts && index.parts[at]?.path !== key.path) at++;
    const part = index.parts[at];
    if (part?.path !== key.path) {
      // A field that has one value only orders nothing.
      if (fixed.has(key.path) && !index.multikey.includes(positionOf(index.parts, key.path))) continue;
      return undefined;
    }
    // Arrays sort by their least or greatest element, which a bounded scan may not come across first.
    if (index.multikey.includes(at) && (boundedParts.has(at) || index.multikey.length > 1)) return undefined;
    const needed: 1 | -1 = part.direction === key.direction ? 1 : -1;
    if (at >= fixedParts) {
      if (direction !== undefined && direction !== needed) return undefined;
      direction = needed;
    }
    at++;
  }
  return direction ?? 1;
}

function positionOf(parts: readonly KeyPart[], path: string): number {
  return parts.findIndex((part) => part.path === path);
}
