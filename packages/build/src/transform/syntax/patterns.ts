import type * as ESTree from 'estree';

/** The identifiers that a binding pattern declares, in source order. */
export function boundIdentifiers(pattern: ESTree.Pattern): ESTree.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundIdentifiers(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundIdentifiers(element) : []));
    case 'AssignmentPattern':
      return boundIdentifiers(pattern.left);
    case 'RestElement':
      return boundIdentifiers(pattern.argument);
    default:
      return [];
  }
}

/** The names that a declaration declares. */
export function declaredNames(declaration: ESTree.Declaration): string[] {
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) => boundIdentifiers(id).map(({ name }) => name));
}
