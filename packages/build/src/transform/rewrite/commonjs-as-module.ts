import type * as ESTree from 'estree';
import { forEachChild, type Node, type Program } from '../syntax/nodes.js';
import type { ModuleFacts } from '../types.js';
import { INTEROP_ID } from '../virtual/ids.js';
import { type RewriteContext, replaceReference } from './rewrite-context.js';

/**
 * A CommonJS module with a top-level `await` becomes an ES module, the only kind that can wait: `module` and `exports`
 * are variables of it, what they hold at the end is exported. Named exports are those that the text assigns.
 */
export function rewriteCommonJsAsModule(context: RewriteContext, program: Program, facts: ModuleFacts): void {
  const { header, magic, scopes } = context;
  const moduleName = header.uniqueName('_module');
  const exportsName = header.uniqueName('_exports');
  header.addLine(`const ${moduleName} = { exports: {} };`);
  header.addLine(`let ${exportsName} = ${moduleName}.exports;`);
  for (const reference of scopes.references) {
    if (reference.variable !== undefined) continue;
    if (reference.name === 'module') replaceReference(context, reference, moduleName);
    else if (reference.name === 'exports') replaceReference(context, reference, exportsName);
  }
  for (const { start, end } of scopes.topLevelThis) magic.update(start, end, `${moduleName}.exports`);
  const value = header.uniqueName('_value');
  const lines = [`const ${value} = ${moduleName}.exports;`];
  const specifiers: string[] = [];
  if (!facts.hasExports) {
    specifiers.push(`${value} as "module.exports"`);
    lines.push(`export default ${header.importAs(INTEROP_ID, 'importDefault')}(${value}).default;`);
  }
  for (const name of assignedExports(program)) {
    const local = header.uniqueName(`_${name}`);
    lines.push(`const ${local} = ${value}.${name};`);
    specifiers.push(`${local} as ${name}`);
  }
  lines.push(`export { ${specifiers.join(', ')} };`);
  magic.append(`\n${lines.join('\n')}\n`);
}

/** Names in `exports.name = …`, `module.exports.name = …` and `module.exports = { name: … }`. */
function assignedExports(program: Program): string[] {
  const names = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === 'AssignmentExpression' && node.operator === '=') {
      const { left, right } = node;
      if (left.type === 'MemberExpression' && isExports(left.object)) add(names, left.property, left.computed);
      else if (isExports(left) && right.type === 'ObjectExpression') {
        for (const property of right.properties) {
          if (property.type === 'Property') add(names, property.key, property.computed);
        }
      }
    }
    forEachChild(node, visit);
  };
  visit(program);
  names.delete('default');
  names.delete('__esModule');
  return [...names].sort();
}

function add(names: Set<string>, key: Node, computed: boolean): void {
  if (!computed && key.type === 'Identifier') names.add((key as ESTree.Identifier).name);
}

function isExports(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}
