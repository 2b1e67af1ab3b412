import type * as ESTree from 'estree';
import type { NestedImport } from '../scope/analyze-scopes.js';
import type { Node } from '../syntax/nodes.js';
import { INTEROP_ID } from '../virtual/ids.js';
import { requireExpression } from './require-package.js';
import { type RewriteContext, replaceReference } from './rewrite-context.js';

/**
 * `import` declarations in blocks and functions: the module is loaded when the block is entered, and the imported names
 * become properties of what was loaded, so that they stay live.
 */
export function rewriteNestedImports(context: RewriteContext): void {
  for (const nested of context.scopes.nestedImports) rewriteNestedImport(context, nested);
}

function rewriteNestedImport(context: RewriteContext, nested: NestedImport): void {
  const { magic } = context;
  const { declaration, parent } = nested;
  const code = loadCode(context, nested);
  const position = listStart(parent);
  if (position === undefined) {
    magic.update(declaration.start, declaration.end, `{ ${code} }`);
    return;
  }
  magic.remove(declaration.start, declaration.end);
  magic.appendLeft(position, ` ${code}`);
}

function loadCode(context: RewriteContext, { declaration, scope }: NestedImport): string {
  const { header } = context;
  const specifier = String(declaration.source.value);
  const load = requireExpression(context, specifier);
  if (declaration.specifiers.length === 0) return `${load};`;
  const module = header.uniqueName(`_${specifier.replace(/^.*\//, '').replace(/\W+/g, '_') || 'module'}`);
  const lines = [`const ${module} = ${load};`];
  let defaultHolder: string | undefined;
  for (const item of declaration.specifiers) {
    const { name } = item.local;
    if (item.type === 'ImportNamespaceSpecifier') {
      lines.push(`const ${name} = ${header.importAs(INTEROP_ID, 'importNamespace')}(${module});`);
      continue;
    }
    let target = memberAccess(module, item);
    if (importedName(item) === 'default') {
      if (defaultHolder === undefined) {
        defaultHolder = header.uniqueName(`${module}_default`);
        lines.push(`const ${defaultHolder} = ${header.importAs(INTEROP_ID, 'importDefault')}(${module});`);
      }
      target = `${defaultHolder}.default`;
    }
    const variable = scope.variables.get(name);
    for (const reference of variable?.references ?? []) replaceReference(context, reference, target);
  }
  return lines.join(' ');
}

/** Where code has to stand that runs first in the statement list of `parent`; undefined if it is no list. */
function listStart(parent: Node): number | undefined {
  switch (parent.type) {
    case 'BlockStatement': {
      let position = parent.start + 1;
      for (const statement of parent.body) {
        if (!('directive' in statement)) break;
        position = statement.end;
      }
      return position;
    }
    case 'StaticBlock':
      return parent.body[0]?.start;
    case 'SwitchCase':
      return parent.consequent[0]?.start;
    default:
      return undefined;
  }
}

type NamedSpecifier = ESTree.ImportSpecifier | ESTree.ImportDefaultSpecifier;

/** The name under which the other module exports it. */
export function importedName(specifier: NamedSpecifier): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return exportedName(specifier.imported);
}

/** `name` or `'any string'` in an import or export list. */
export function exportedName(node: ESTree.Identifier | ESTree.Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function memberAccess(object: string, specifier: NamedSpecifier): string {
  const name = importedName(specifier);
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? `${object}.${name}`
    : `${object}[${JSON.stringify(name)}]`;
}
