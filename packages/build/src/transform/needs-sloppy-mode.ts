import { MODULE_VARIABLES } from './module-variables.js';
import type { ScopeAnalysis } from './scope/analyze-scopes.js';
import { mappedArguments } from './scope/mapped-arguments.js';

/**
 * Whether code that strict mode can read does something else there: assignments to undeclared names,
 * `arguments.callee`, functions used outside of their block, a plain function call's `this`, `arguments` that change
 * with parameters.
 */
export function reliesOnSloppyMode(scopes: ScopeAnalysis): boolean {
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
export function startsStrict(source: string): boolean {
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
