import type * as ESTree from 'estree';
import type { RolldownMagicString as MagicString } from 'rolldown';
import type { Node } from '../syntax/nodes.js';

/**
 * Turns function declarations of a statement list into assignments (`prefix` + function + `;`) that still come first,
 * in their order. Items before the first other statement stay where they are.
 */
export function hoistFunctions(
  magic: MagicString,
  list: readonly Node[],
  functions: ReadonlyMap<ESTree.FunctionDeclaration, string>,
): void {
  const firstOther = list.find((statement) => !functions.has(statement as ESTree.FunctionDeclaration));
  for (const statement of list) {
    const prefix = functions.get(statement as ESTree.FunctionDeclaration);
    if (prefix === undefined) continue;
    magic.prependRight(statement.start, prefix);
    magic.appendLeft(statement.end, ';');
    if (firstOther === undefined || statement.start < firstOther.start) continue;
    magic.appendLeft(statement.end, '\n');
    magic.move(statement.start, statement.end, firstOther.start);
  }
}
