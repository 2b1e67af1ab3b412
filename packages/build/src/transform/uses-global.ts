import { parseSync } from 'rolldown/utils';
import { analyzeScopes } from './scope/analyze-scopes.js';
import type { Program } from './syntax/nodes.js';

/**
 * Whether JavaScript relies on a global of that name: it uses it and neither declares it nor asks with `typeof` whether
 * it is there. False for text that cannot be parsed.
 */
export function usesGlobal(source: string, name: string): boolean {
  for (const sourceType of ['module', 'commonjs'] as const) {
    const parsed = parseSync('module.js', source, { lang: 'js', sourceType, preserveParens: false });
    if (parsed.errors.length > 0) continue;
    const uses = analyzeScopes(parsed.program as unknown as Program).references.filter(
      (reference) => reference.name === name && reference.variable === undefined,
    );
    return uses.length > 0 && !uses.some(({ role }) => role === 'typeof');
  }
  return false;
}
