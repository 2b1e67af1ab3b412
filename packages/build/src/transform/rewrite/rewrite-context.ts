import type * as ESTree from 'estree';
import type { RolldownMagicString as MagicString } from 'rolldown';
import type { ScopeAnalysis } from '../scope/analyze-scopes.js';
import type { Reference } from '../scope/scope.js';
import type { ModuleFormat, SourcePosition, TransformOptions } from '../types.js';
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
export function replaceReference({ magic }: RewriteContext, reference: Reference, target: string): void {
  const { node, name } = reference;
  let text = target;
  if (reference.shorthand) text = `${name}: ${target}`;
  else if (reference.role === 'callee' || reference.role === 'tag') {
    // Called as a plain function, not as a method of the object.
    text = `(0, ${target})`;
    // A line may end without a semicolon before a statement that now starts with a parenthesis.
    if (reference.statement !== undefined) text = `;${text}`;
  }
  magic.update(node.start, node.end, text);
  if (reference.namedValue !== undefined && name !== '__proto__') {
    // An anonymous function takes its name from the variable it is assigned to; from a property only in a literal.
    magic.prependRight(reference.namedValue.start, `{ ${name}: `);
    magic.appendLeft(reference.namedValue.end, ` }.${name}`);
  }
}
