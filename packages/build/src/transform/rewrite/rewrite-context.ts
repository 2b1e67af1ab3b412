import type * as ESTree from 'estree';
import type { RolldownMagicString as MagicString } from 'rolldown';
import type { ScopeAnalysis } from '../scope/analyze-scopes.js';
import type { Reference } from '../scope/scope.js';
import type { ModuleFormat, SourcePosition, TransformOptions } from '../types.js';
import { INTEROP_ID } from '../virtual/ids.js';
import type { ModuleHeader } from './module-header.js';

/** What the rewriting steps share while they work on one file. */
export interface RewriteContext {
  /** The JavaScript being rewritten: the file, or what is left of it without types and JSX. */
  readonly code: string;
  readonly magic: MagicString;
  readonly header: ModuleHeader;
  readonly scopes: ScopeAnalysis;
  readonly options: TransformOptions;
  readonly format: ModuleFormat;
  /** Names given to functions that had none. */
  readonly functionNames: Map<ESTree.FunctionExpression | ESTree.FunctionDeclaration, string>;
  readonly locate: (offset: number) => SourcePosition;
}

/** Puts a member access such as `globalThis.x` in the place of a name, whatever stands around it. */
export function replaceReference(context: RewriteContext, reference: Reference, target: string): void {
  const { node, name, role, shorthand, statement } = reference;
  let text = target;
  if (shorthand) text = `${name}: ${target}`;
  // Called as a plain function, not as a method of the object. Bun takes the comma out before templates.
  else if (role === 'tag') text = `${target}.bind(void 0)`;
  else if (role === 'callee') {
    text = `(0, ${target})`;
    // A line may end without a semicolon before a statement that now starts with a parenthesis.
    if (statement !== undefined) text = `;${text}`;
  }
  context.magic.update(node.start, node.end, text);
  keepName(context, reference);
}

const referenceTables = new WeakMap<ScopeAnalysis, ReadonlyMap<string, readonly Reference[]>>();

function referencesByName(scopes: ScopeAnalysis): ReadonlyMap<string, readonly Reference[]> {
  const known = referenceTables.get(scopes);
  if (known !== undefined) return known;
  const table = new Map<string, Reference[]>();
  for (const reference of scopes.references) {
    const list = table.get(reference.name);
    if (list === undefined) table.set(reference.name, [reference]);
    else list.push(reference);
  }
  referenceTables.set(scopes, table);
  return table;
}

/** An anonymous function takes its name from the variable that it is assigned to, but not from a property. */
function keepName({ code, functionNames, header, magic, scopes }: RewriteContext, reference: Reference): void {
  const { name, namedValue: value } = reference;
  if (value === undefined) return;
  const refersToItself = referencesByName(scopes)
    .get(name)
    ?.some(({ node }) => node.start >= value.start && node.end <= value.end);
  const keyword = /^(?:async\s+)?(?:function\b(?:\s*\*)?|class\b)/.exec(
    code.slice(value.start, value.start + 100),
  )?.[0];
  if (value.type !== 'ArrowFunctionExpression' && keyword !== undefined && !refersToItself) {
    if (value.type === 'FunctionExpression') functionNames.set(value, name);
    magic.appendLeft(value.start + keyword.length, ` ${name}`);
    return;
  }
  magic.prependRight(value.start, `${header.importAs(INTEROP_ID, 'named')}(${JSON.stringify(name)}, `);
  magic.appendLeft(value.end, ')');
}
