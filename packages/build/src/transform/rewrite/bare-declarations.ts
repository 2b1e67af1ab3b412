import type * as ESTree from 'estree';
import type { ProgramDeclaration } from '../scope/analyze-scopes.js';
import type { Reference } from '../scope/scope.js';
import type { Node, Program } from '../syntax/nodes.js';
import { boundIdentifiers } from '../syntax/patterns.js';
import { packageScopeId } from '../virtual/package-scope-module.js';
import { hoistFunctions } from './hoist-functions.js';
import { type RewriteContext, replaceReference } from './rewrite-context.js';

/**
 * A bare file has no scope of its own: what it declares at the top level are variables of the package, or properties of
 * the global object in the app. Functions are moved to the front, where they were hoisted to.
 */
export function rewriteBareDeclarations(context: RewriteContext, program: Program): void {
  const { header, magic, options, scopes } = context;
  const object =
    options.owner.kind === 'package'
      ? header.importAs(packageScopeId(options.owner.name), '__packageScope__', '_packageScope')
      : 'globalThis';
  const declarations = new Map<Node, Reference>();
  for (const variable of scopes.program.variables.values()) {
    if (variable.kind === 'import') continue;
    for (const reference of variable.references) {
      if (reference.role === 'declaration') declarations.set(reference.node, reference);
      else replaceReference(context, reference, `${object}.${variable.name}`);
    }
  }
  for (const declaration of scopes.programDeclarations) {
    rewriteVariables(context, declaration, object, declarations);
  }
  const functions = new Map<ESTree.FunctionDeclaration, string>();
  for (const statement of program.body) {
    if (statement.type === 'FunctionDeclaration') {
      functions.set(statement as ESTree.FunctionDeclaration, `${object}.${statement.id.name} = `);
    } else if (statement.type === 'ClassDeclaration') {
      magic.prependRight(statement.start, `${object}.${statement.id.name} = `);
      magic.appendLeft(statement.end, ';');
    }
  }
  hoistFunctions(magic, program.body, functions);
}

function rewriteVariables(
  context: RewriteContext,
  { node, place }: ProgramDeclaration,
  object: string,
  references: ReadonlyMap<Node, Reference>,
): void {
  const { magic } = context;
  const first = node.declarations[0];
  if (first === undefined) return;
  const startsWithPattern = first.id.type !== 'Identifier' && place === 'list';
  if (startsWithPattern) magic.update(node.start, first.start, ';');
  else magic.remove(node.start, first.start);
  for (const declarator of node.declarations) {
    const { id } = declarator;
    if (id.type === 'Identifier' && !declarator.init && place !== 'for-each') {
      magic.update(id.start, id.end, 'void 0');
      continue;
    }
    for (const identifier of boundIdentifiers(id)) {
      const reference = references.get(identifier);
      if (reference !== undefined) replaceReference(context, reference, `${object}.${identifier.name}`);
    }
    if (id.type === 'ObjectPattern' && place !== 'for-each') {
      magic.prependRight(declarator.start, '(');
      magic.appendLeft(declarator.end, ')');
    }
  }
}
