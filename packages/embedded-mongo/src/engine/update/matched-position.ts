import type { Document } from 'bson';
import { isDocument } from '../bson/value-type.js';
import type { FilterNode } from '../query/filter-node.js';
import { arrayPosition, compilePath, fieldOf } from '../query/path.js';
import type { ValueTest } from '../query/predicate.js';

/**
 * Which element of an array a filter has matched: what `$` stands for. Conditions on the array that the update is about
 * (`arrayPath`) count before others.
 */
export function findMatchedPosition(node: FilterNode, document: Document, arrayPath: string): number | undefined {
  const conditions = [...fieldConditions(node)];
  const near = conditions.filter(({ path }) => path === arrayPath || path.startsWith(`${arrayPath}.`));
  for (const { path, test } of [...near, ...conditions]) {
    const position = positionIn(document, path, test);
    if (position !== undefined) return position;
  }
  return undefined;
}

function* fieldConditions(node: FilterNode): Generator<{ path: string; test: ValueTest }> {
  if (node.kind === 'field') yield node;
  else if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) yield* fieldConditions(child);
}

function positionIn(document: Document, path: string, test: ValueTest): number | undefined {
  const parts = path.split('.');
  let value: unknown = document;
  for (let at = 0; at < parts.length; at++) {
    if (Array.isArray(value)) return positionWithin(value, parts.slice(at), test);
    if (!isDocument(value)) return undefined;
    value = fieldOf(value, parts[at] as string);
  }
  return Array.isArray(value) ? positionOfElement(value, test) : undefined;
}

function positionWithin(array: readonly unknown[], rest: readonly string[], test: ValueTest): number | undefined {
  const any = compilePath(rest.join('.'), test.leafArrays);
  const found = array.findIndex((element) => isDocument(element) && any(element, test.test));
  if (found >= 0) return found;
  const named = arrayPosition(rest[0] as string);
  return named >= 0 && named < array.length ? named : undefined;
}

function positionOfElement(array: readonly unknown[], test: ValueTest): number | undefined {
  // What looks at the whole array tells by an array of one which element it is.
  const passes =
    test.operator === '$elemMatch'
      ? (element: unknown) => test.test([element])
      : (element: unknown) => test.test(element);
  if (test.leafArrays === 'whole' && test.operator !== '$elemMatch') return undefined;
  const found = array.findIndex(passes);
  return found >= 0 ? found : undefined;
}
