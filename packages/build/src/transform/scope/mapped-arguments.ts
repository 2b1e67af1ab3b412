import type { Node } from '../syntax/nodes.js';
import type { ScopeAnalysis } from './analyze-scopes.js';

/**
 * Uses of `arguments` in sloppy functions that assign to a parameter. There, and only there, `arguments[0]` changes
 * with the first parameter.
 */
export function mappedArguments({ references, members }: ScopeAnalysis): Node[] {
  const harmless = new Set<Node>();
  for (const { reference, property } of members) {
    if (property === 'length' || property === 'callee') harmless.add(reference.node);
  }
  const found: Node[] = [];
  for (const { node, variable, scope } of references) {
    if (variable?.kind !== 'arguments' || scope.strict || harmless.has(node)) continue;
    const owner = variable.scope;
    const parameters = [...owner.variables.values()].filter(({ kind }) => kind === 'parameter');
    const { params } = owner.node as { params?: readonly Node[] };
    if (!params?.every(({ type }) => type === 'Identifier')) continue;
    const changes = parameters.some((parameter) =>
      parameter.references.some(({ write, role }) => write && role !== 'declaration'),
    );
    if (changes) found.push(node);
  }
  return found;
}
