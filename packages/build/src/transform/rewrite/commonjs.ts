import type * as ESTree from 'estree';
import type { Node, Program } from '../syntax/nodes.js';
import { declaredNames } from '../syntax/patterns.js';
import { INTEROP_ID } from '../virtual/ids.js';
import { moduleId } from './module-id.js';
import { exportedName, importedName } from './nested-imports.js';
import { packageOf, registryEntry, requireExpression } from './require-package.js';
import { type RewriteContext, replaceReference } from './rewrite-context.js';

/** What properties of `module` are worth in a bundle. */
const MODULE_PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['children', '[]'],
  ['hot', 'void 0'],
  ['loaded', 'true'],
  ['parent', 'void 0'],
  ['paths', '[]'],
]);

/** Uses of `module` and `require` that mean something in Meteor and nothing to the bundler. */
export function rewriteModuleUses(context: RewriteContext): void {
  const { header, magic, options, scopes } = context;
  const called = new Set(scopes.calls.map(({ node }) => node.callee as Node));
  for (const { node, reference, property } of scopes.members) {
    if (reference.name !== 'module' || reference.variable !== undefined) continue;
    if (property === 'id' || property === 'filename') {
      magic.update(node.start, node.end, JSON.stringify(moduleId(options.displayPath)));
    } else if (property === 'dynamicImport') {
      magic.update(node.start, node.end, called.has(node) ? 'import' : '((specifier) => import(specifier))');
    } else if (property === 'exportDefault' && called.has(node)) {
      const exportDefault = header.importAs(INTEROP_ID, 'exportDefault');
      magic.update(node.start, node.end, `${exportDefault}.bind(null, module.exports)`);
    } else {
      const value = MODULE_PROPERTIES.get(property);
      if (value !== undefined) magic.update(node.start, node.end, `(${value})`);
    }
  }
  for (const { node, reference, property } of scopes.calls) {
    if (reference.name !== 'require' || reference.variable !== undefined || property !== undefined) continue;
    const [argument] = node.arguments;
    if (argument?.type !== 'Literal' || typeof argument.value !== 'string') continue;
    if (packageOf(argument.value) !== undefined) {
      magic.update(node.start, node.end, requireExpression(context, argument.value));
    }
  }
}

/**
 * In a module that keeps `module.exports`, imports of packages become reads of the registry: the bundler would wrap
 * every package that such a module imports in a function, and could not wait for one with a top-level `await`.
 */
export function rewritePackageImports(context: RewriteContext, program: Program): void {
  const { magic, scopes } = context;
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const name = packageOf(String(statement.source.value));
    if (name === undefined) continue;
    magic.remove(statement.start, statement.end);
    for (const specifier of statement.specifiers) {
      const entry = registryEntry(name);
      const target =
        specifier.type === 'ImportNamespaceSpecifier' ? entry : `${entry}[${JSON.stringify(importedName(specifier))}]`;
      for (const reference of scopes.program.variables.get(specifier.local.name)?.references ?? []) {
        replaceReference(context, reference, target);
      }
    }
  }
}

/** Turns the `export` declarations of a module that uses `module.exports` too into properties of `exports`. */
export function rewriteExports(context: RewriteContext, program: Program): void {
  const { header } = context;
  const getters: string[] = [];
  const add = (name: string, expression: string) => getters.push(`${JSON.stringify(name)}: () => ${expression}`);
  for (const statement of program.body) {
    if (statement.type === 'ExportNamedDeclaration') rewriteNamed(context, statement, add);
    else if (statement.type === 'ExportDefaultDeclaration') rewriteDefault(context, statement, add);
    else if (statement.type === 'ExportAllDeclaration') rewriteAll(context, statement, add);
  }
  const defineExports = header.importAs(INTEROP_ID, 'defineExports');
  header.addLine(`${defineExports}(exports, { ${getters.join(', ')} });`);
}

type AddGetter = (name: string, expression: string) => void;

function rewriteNamed({ header, magic }: RewriteContext, node: ESTree.ExportNamedDeclaration, add: AddGetter): void {
  const { declaration, source } = node;
  if (declaration) {
    magic.remove(node.start, declaration.start);
    for (const name of declaredNames(declaration)) add(name, name);
    return;
  }
  const lines: string[] = [];
  for (const { local, exported } of node.specifiers) {
    if (source) {
      const name = header.uniqueName(`_${exportedName(exported).replace(/\W+/g, '_')}`);
      lines.push(`import { ${specifierText(local)} as ${name} } from ${JSON.stringify(source.value)};`);
      add(exportedName(exported), name);
    } else {
      add(exportedName(exported), exportedName(local));
    }
  }
  if (source && lines.length === 0) lines.push(`import ${JSON.stringify(source.value)};`);
  replaceStatement(magic, node, lines.join(' '));
}

function rewriteDefault(
  { code, header, magic }: RewriteContext,
  node: ESTree.ExportDefaultDeclaration,
  add: AddGetter,
) {
  const { declaration } = node;
  const isDeclaration = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
  const id = isDeclaration ? declaration.id : null;
  if (id) {
    magic.remove(node.start, declaration.start);
    add('default', id.name);
    return;
  }
  const name = header.uniqueName('_default');
  add('default', name);
  if (isDeclaration && declaration.type === 'FunctionDeclaration') {
    // An anonymous function is hoisted too.
    magic.remove(node.start, declaration.start);
    const keyword = /^(?:async\s+)?function\b(?:\s*\*)?/.exec(code.slice(declaration.start))?.[0] ?? '';
    magic.appendLeft(declaration.start + keyword.length, ` ${name}`);
    return;
  }
  magic.update(node.start, declaration.start, `var ${name} = `);
  if (isDeclaration) magic.appendLeft(node.end, ';');
}

function rewriteAll({ header, magic }: RewriteContext, node: ESTree.ExportAllDeclaration, add: AddGetter): void {
  const namespace = header.uniqueName('_namespace');
  const lines = [`import * as ${namespace} from ${JSON.stringify(node.source.value)};`];
  if (node.exported) add(exportedName(node.exported), namespace);
  else lines.push(`${header.importAs(INTEROP_ID, 'exportAll')}(exports, ${namespace});`);
  replaceStatement(magic, node, lines.join(' '));
}

function replaceStatement(magic: RewriteContext['magic'], node: Node, text: string): void {
  if (text === '') magic.remove(node.start, node.end);
  else magic.update(node.start, node.end, text);
}

function specifierText(node: ESTree.Identifier | ESTree.Literal): string {
  return node.type === 'Identifier' ? node.name : JSON.stringify(node.value);
}
