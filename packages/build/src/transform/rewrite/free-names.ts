import { MODULE_VARIABLES } from '../module-variables.js';
import type { Reference } from '../scope/scope.js';
import { packageContextId } from '../virtual/ids.js';
import { packageScopeId } from '../virtual/package-scope-module.js';
import { registryEntry } from './require-package.js';
import { type RewriteContext, replaceReference } from './rewrite-context.js';

/** Properties of the global object that cannot be assigned to. */
const CONSTANTS = new Set(['undefined', 'NaN', 'Infinity']);

/** Gives every free name of the file its meaning: package-scope variable, exported symbol, `Npm`, or the global object. */
export function rewriteFreeNames(context: RewriteContext): void {
  for (const reference of context.scopes.references) {
    if (reference.variable === undefined && !CONSTANTS.has(reference.name)) rewriteFreeName(context, reference);
  }
}

function rewriteFreeName(context: RewriteContext, reference: Reference): void {
  const { header, options } = context;
  const { name } = reference;
  const owner = options.owner.kind === 'package' ? options.owner.name : undefined;
  if (reference.role === 'delete' || (options.style === 'module' && MODULE_VARIABLES.has(name))) return;
  if (options.packageScope.has(name)) {
    const specifier = packageScopeId(owner);
    if (reference.write) writeTo(context, reference, header.importAs(specifier, '__packageScope__', '_packageScope'));
    else header.importName(specifier, name);
    return;
  }
  if (reference.write) {
    // Code that asks for strict mode gets its ReferenceError.
    if (!context.scopes.hasUseStrict) writeTo(context, reference, 'globalThis');
    return;
  }
  const from = options.symbols.get(name);
  if (from !== undefined) {
    readSymbol(context, reference, from);
  } else if (name === 'Npm' || name === 'Assets') {
    header.importName(packageContextId(owner), name);
  } else if (name === 'global' && options.side === 'client') {
    replaceReference(context, reference, 'globalThis');
  } else if (options.style === 'linked' && reference.role === 'typeof' && MODULE_VARIABLES.has(name)) {
    // Old packages have no module of their own; without it, code for several environments finds the right one.
    replaceReference(context, reference, '(void 0)');
  } else if (context.scopes.reservedNames.has(name)) {
    replaceReference(context, reference, `globalThis.${name}`);
  }
}

function readSymbol(context: RewriteContext, reference: Reference, from: string): void {
  const { name, role } = reference;
  if (context.format === 'module') {
    context.header.importName(`meteor/${from}`, name);
    return;
  }
  // See rewritePackageImports for why these are no imports.
  const entry = registryEntry(from);
  replaceReference(context, reference, `${entry}${role === 'typeof' ? '?.' : '.'}${name}`);
}

function writeTo(context: RewriteContext, reference: Reference, object: string): void {
  replaceReference(context, reference, `${object}.${reference.name}`);
}
