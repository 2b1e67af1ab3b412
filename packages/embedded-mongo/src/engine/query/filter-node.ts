import type { Document } from 'bson';
import type { ValueTest } from './predicate.js';

/** A filter as the planner reads it; each node can be evaluated by itself. */
export type FilterNode =
  | { readonly kind: 'and' | 'or' | 'nor'; readonly children: readonly FilterNode[]; readonly matches: DocumentTest }
  | { readonly kind: 'not'; readonly child: FilterNode; readonly matches: DocumentTest }
  | { readonly kind: 'field'; readonly path: string; readonly test: ValueTest; readonly matches: DocumentTest }
  | { readonly kind: 'other'; readonly matches: DocumentTest };

export type DocumentTest = (document: Document) => boolean;

export function allOf(children: readonly FilterNode[]): FilterNode {
  if (children.length === 1) return children[0] as FilterNode;
  return { kind: 'and', children, matches: every(children.map((child) => child.matches)) };
}

function every(tests: readonly DocumentTest[]): DocumentTest {
  const [first, second] = tests;
  if (!first) return () => true;
  if (tests.length === 2 && second) return (document) => first(document) && second(document);
  return (document) => {
    for (const test of tests) if (!test(document)) return false;
    return true;
  };
}

export function anyOf(children: readonly FilterNode[]): FilterNode {
  const tests = children.map((child) => child.matches);
  return { kind: 'or', children, matches: (document) => tests.some((test) => test(document)) };
}

export function noneOf(children: readonly FilterNode[]): FilterNode {
  const tests = children.map((child) => child.matches);
  return { kind: 'nor', children, matches: (document) => !tests.some((test) => test(document)) };
}

export function negated(child: FilterNode): FilterNode {
  const { matches } = child;
  return { kind: 'not', child, matches: (document) => !matches(document) };
}
