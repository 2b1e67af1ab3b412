import { parseSync } from 'rolldown/utils';
import { analyzeScopes } from './scope/analyze-scopes.js';
import type { Program } from './syntax/nodes.js';

/** Every problem below leaves one of these traces in the text; files without any need no parsing. */
const SUSPICIOUS = /\bwith\s*\(|\bcallee\b|\bdelete\s+[\w$]+\s*[;,)\n\r}]|<!--|(?:^|[^\w$.])0\d|\\[0-7]/;

/**
 * Whether CommonJS code relies on sloppy mode, so that it would break inside of a strict ES module: `with`,
 * `arguments.callee`, assignments to undeclared names, legacy octals, `delete name`, repeated parameters, …
 */
export function needsSloppyMode(source: string): boolean {
  return SUSPICIOUS.test(source) && source.length > 0 && analyzeSloppiness(source);
}

function analyzeSloppiness(source: string): boolean {
  const { program } = parseSync('module.js', source, { lang: 'js', sourceType: 'commonjs', preserveParens: false });
  const scopes = analyzeScopes(program as unknown as Program);
  return scopes.withStatements.length > 0 || scopes.calleeUses.length > 0;
}
