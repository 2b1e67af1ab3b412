import type { Node } from '../syntax/nodes.js';
import type { ScopeAnalysis } from './analyze-scopes.js';
import type { Reference } from './scope.js';

/**
 * Uses of `arguments` in sloppy functions that assign to a parameter. There, and only there, `arguments[0]` changes
 * with the first parameter.
 */
export function mappedArguments({ references, members }: ScopeAnalysis): Reference[] {
  const harmless = new Set<Node>();
  for (const { reference, property } of members) {
    if (property === 'length' || property === 'callee') harmless.add(reference.node);
  }
  const found: Reference[] = [];
  for (const reference of references) {
    const { node, variable, scope } = reference;
    if (variable?.kind !== 'arguments' || scope.strict || harmless.has(node)) continue;
    const owner = variable.scope;
    const parameters = [...owner.variables.values()].filter(({ kind }) => kind === 'parameter');
    const { params } = owner.node as { params?: readonly Node[] };
    if (!params?.every(({ type }) => type === 'Identifier')) continue;
    const changes = parameters.some((parameter) =>
      parameter.references.some(({ write, role }) => write && role !== 'declaration'),
    );
    if (changes) found.push(reference);
  }
  return found;
}
