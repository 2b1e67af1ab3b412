import type { FilterNode } from '../query/filter-node.js';

/** The parts of a filter that all have to hold. */
export function conjunctsOf(node: FilterNode): readonly FilterNode[] {
  if (node.kind !== 'and') return [node];
  return node.children.flatMap(conjunctsOf);
}
