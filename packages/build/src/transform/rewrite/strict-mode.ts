import type * as ESTree from 'estree';
import type { CalleeUse } from '../scope/analyze-scopes.js';
import { mappedArguments } from '../scope/mapped-arguments.js';
import type { BlockFunction, Reference, Scope, Variable } from '../scope/scope.js';
import type { Node, Program } from '../syntax/nodes.js';
import type { ParsedSource } from '../syntax/parse-source.js';
import type { ModuleFacts } from '../types.js';
import { INTEROP_ID } from '../virtual/ids.js';
import { hoistFunctions } from './hoist-functions.js';
import type { RewriteContext } from './rewrite-context.js';

/** Rewrites what sloppy code does and strict code cannot into strict code that does the same. */
export function repairSloppyCode(context: RewriteContext, parsed: ParsedSource, facts: ModuleFacts): void {
  const { code, magic, scopes } = context;
  const { program, comments, sourceType } = parsed;
  for (const literal of scopes.octals) {
    const text = typeof literal.value === 'number' ? String(literal.value) : quote(String(literal.value));
    magic.update(literal.start, literal.end, text);
  }
  for (const node of scopes.deletedNames) repairDelete(context, node);
  for (const parameter of scopes.duplicateParameters) repairDuplicateParameter(context, parameter);
  for (const variable of scopes.reservedVariables) renameVariable(context, variable);
  for (const use of scopes.calleeUses) repairCallee(context, use);
  // In a module `arguments` is strict already, in Meteor too.
  if (!facts.hasEsModuleSyntax) {
    for (const reference of mappedArguments(scopes)) repairArguments(context, reference);
  }
  repairBlockFunctions(context, program);
  repairRedeclaredFunctions(context, program);
  if (sourceType === 'script') {
    for (const { type, start } of comments) {
      if (type !== 'Line' || code.startsWith('//', start)) continue;
      magic.update(start, start + (code.startsWith('<!--', start) ? 4 : 3), '//');
    }
  }
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** `delete name` removes a global property; on anything else it does nothing and gives false. */
function repairDelete({ magic, options, scopes }: RewriteContext, node: ESTree.UnaryExpression): void {
  const reference = scopes.references.find((candidate) => candidate.node === node.argument);
  if (reference === undefined) return;
  const isGlobal = reference.variable === undefined && !options.packageScope.has(reference.name);
  magic.update(node.start, node.end, isGlobal ? `delete globalThis.${reference.name}` : 'false');
}

/** Only the last of several parameters of one name can be reached. */
function repairDuplicateParameter({ header, magic, scopes }: RewriteContext, last: ESTree.Identifier): void {
  const scope = scopes.references.find(({ node }) => node === last)?.variable?.scope;
  const { params } = (scope?.node ?? {}) as { params?: readonly Node[] };
  for (const parameter of params ?? []) {
    if (parameter.type !== 'Identifier' || parameter.name !== last.name || parameter.start >= last.start) continue;
    magic.update(parameter.start, parameter.end, header.uniqueName(`_${last.name}`));
  }
}

function renameVariable(context: RewriteContext, variable: Variable): void {
  const { header, magic } = context;
  const name = header.uniqueName(`_${variable.name}`);
  const renamed = new Set<Node>();
  for (const reference of variable.references) {
    magic.update(reference.node.start, reference.node.end, reference.shorthand ? `${variable.name}: ${name}` : name);
    renamed.add(reference.node);
  }
  for (const identifier of variable.identifiers) {
    if (!renamed.has(identifier)) magic.update(identifier.start, identifier.end, name);
  }
}

/** `arguments.callee` is the function itself, by its name; a function without one gets one. */
function repairCallee(context: RewriteContext, { node, scope }: CalleeUse): void {
  const { code, header, magic } = context;
  const owner = scope.receiver.node as ESTree.FunctionExpression | ESTree.FunctionDeclaration;
  if (owner.type !== 'FunctionExpression' && owner.type !== 'FunctionDeclaration') return;
  let name = owner.id?.name;
  if (name === undefined) {
    const given = context.functionNames.get(owner);
    name = given ?? header.uniqueName('_callee');
    if (given === undefined) {
      const keyword = /^(?:async\s+)?function\b(?:\s*\*)?/.exec(code.slice(owner.start, owner.start + 200))?.[0];
      // A method: it has no name of its own to be called by.
      if (keyword === undefined) return;
      context.functionNames.set(owner, name);
      magic.appendLeft(owner.start + keyword.length, ` ${name}`);
    }
  } else {
    for (let inner = scope; inner.node !== owner; ) {
      if (inner.variables.has(name) || inner.parent === undefined) return;
      inner = inner.parent;
    }
    if (scope.receiver.variables.has(name)) return;
  }
  magic.update(node.start, node.end, name);
}

/** In sloppy functions `arguments` shows what parameters have become. */
function repairArguments({ header, magic }: RewriteContext, { node, scope, shorthand, variable }: Reference): void {
  const owner = variable?.scope;
  const { params } = (owner?.node ?? {}) as { params?: readonly ESTree.Identifier[] };
  if (params === undefined || shorthand) return;
  const names = params.map(({ name }) => name);
  for (let inner: Scope | undefined = scope; inner !== undefined && inner !== owner; inner = inner.parent) {
    const { variables } = inner;
    if (names.some((name) => variables.has(name))) return;
  }
  const sync = header.importAs(INTEROP_ID, 'syncArguments');
  magic.update(node.start, node.end, `${sync}(arguments, ${names.join(', ')})`);
}

/** Functions declared in a block and used outside become variables of the whole function. */
function repairBlockFunctions(context: RewriteContext, program: Program): void {
  const { header, magic, scopes } = context;
  for (const declaration of scopes.bareFunctions) {
    magic.appendLeft(declaration.start, '{ ');
    magic.prependRight(declaration.end, ' }');
  }
  const byList = new Map<readonly Node[], Map<ESTree.FunctionDeclaration, string>>();
  const declared = new Map<Node, Set<string>>();
  for (const entry of scopes.blockFunctions) {
    if (!entry.usedOutside) continue;
    const list = statementList(entry);
    let functions = byList.get(list);
    if (functions === undefined) {
      functions = new Map();
      byList.set(list, functions);
    }
    functions.set(entry.declaration, `${entry.name} = `);
    const host = entry.host.node;
    const names = declared.get(host) ?? new Set();
    declared.set(host, names);
    const existing = entry.host.variables.get(entry.name);
    if (names.has(entry.name) || (existing !== undefined && existing.kind !== 'annex-b')) continue;
    names.add(entry.name);
    if (host === program) header.addLine(`var ${entry.name};`);
    else magic.appendLeft(bodyStart(host), ` var ${entry.name};`);
  }
  for (const [list, functions] of byList) hoistFunctions(magic, list, functions);
}

function statementList({ block, declaration }: BlockFunction): readonly Node[] {
  const { node } = block;
  if (node.type === 'BlockStatement') return node.body;
  // In a `switch` the order of the cases decides; the function stays in its place.
  return [declaration];
}

function bodyStart(host: Node): number {
  const body = 'body' in host && !Array.isArray(host.body) ? (host.body as Node) : host;
  return body.start + 1;
}

/** A module may not declare a function twice at its top level, or a function and a variable of one name; a script may. */
function repairRedeclaredFunctions({ header, magic, scopes }: RewriteContext, program: Program): void {
  const functions = new Map<ESTree.FunctionDeclaration, string>();
  for (const { name, kinds, identifiers } of scopes.program.variables.values()) {
    if (identifiers.length < 2 || !kinds.includes('function')) continue;
    if (!kinds.every((kind) => kind === 'function' || kind === 'var')) continue;
    if (!kinds.includes('var')) header.addLine(`var ${name};`);
    for (const statement of program.body) {
      if (statement.type === 'FunctionDeclaration' && statement.id.name === name) {
        functions.set(statement as ESTree.FunctionDeclaration, `${name} = `);
      }
    }
  }
  if (functions.size > 0) hoistFunctions(magic, program.body, functions);
}
