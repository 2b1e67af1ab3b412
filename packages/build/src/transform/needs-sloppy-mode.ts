import { parseSync } from 'rolldown/utils';
import { MODULE_VARIABLES } from './module-variables.js';
import { analyzeScopes, type ScopeAnalysis } from './scope/analyze-scopes.js';
import { mappedArguments } from './scope/mapped-arguments.js';
import type { Program } from './syntax/nodes.js';

/** Import or export declarations, which exist in strict code only. */
const ES_MODULE = /^[ \t]*(?:import\b[ \t]*[\w$"'{*]|export\b[ \t]*[\w${*])/m;

/** CommonJS code may return early, in a bundle too. */
const ALLOWED = /^A 'return' statement/;

/**
 * Whether CommonJS code relies on sloppy mode, so that it would break inside of a strict ES module: `with`, legacy
 * octals, `delete name`, repeated parameters and other syntax, assignments to undeclared names, `arguments.callee`,
 * functions used outside of their block, a plain function call's `this`, `arguments` that change with parameters.
 * Text that cannot be parsed either way gives false: the bundler reports it.
 */
export function needsSloppyMode(source: string): boolean {
  if (startsStrict(source) || ES_MODULE.test(source)) return false;
  const asModule = parse(source, 'module');
  if (asModule.errors.every(({ message }) => ALLOWED.test(message)))
    return reliesOnSloppyMode(analyzeScopes(asModule.program as unknown as Program));
  const asScript = parse(source, 'commonjs');
  return asScript.errors.length === 0;
}

function parse(source: string, sourceType: 'module' | 'commonjs') {
  return parseSync('module.js', source, { lang: 'js', sourceType, preserveParens: false, showSemanticErrors: true });
}

function reliesOnSloppyMode(scopes: ScopeAnalysis): boolean {
  return (
    scopes.calleeUses.length > 0 ||
    scopes.blockFunctions.some(({ usedOutside }) => usedOutside) ||
    scopes.immediateThis.some(({ guarded }) => !guarded) ||
    scopes.references.some(
      ({ name, write, variable, scope }) =>
        write && variable === undefined && !scope.strict && !MODULE_VARIABLES.has(name),
    ) ||
    mappedArguments(scopes).length > 0
  );
}

const SPACE_OR_COMMENT = /(?:\s+|\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/|#!.*)/y;
const DIRECTIVE = /(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*(?:;|(?=[\r\n]))/y;

/** Whether `"use strict"` stands before any code: then the whole file is strict already. */
function startsStrict(source: string): boolean {
  for (let index = 0; ; ) {
    SPACE_OR_COMMENT.lastIndex = index;
    if (SPACE_OR_COMMENT.test(source)) {
      index = SPACE_OR_COMMENT.lastIndex;
      continue;
    }
    DIRECTIVE.lastIndex = index;
    const directive = DIRECTIVE.exec(source);
    if (directive === null) return false;
    if ((directive[1] ?? directive[2]) === 'use strict') return true;
    index = DIRECTIVE.lastIndex;
  }
}
