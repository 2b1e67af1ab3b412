/** The linker writes one export clause, the last statement of a file. */
const EXPORT_CLAUSE = /\bexport \{([^{}]*)\}(?: from "[^"]*")?;?\s*(?=(?:\/\/# sourceMappingURL=.*)?\s*$)/;

/** An entry that exports nothing. */
const ONLY_IMPORTS = /^\s*(?:import "[^"]*";\s*)*(?:export \{\};?)?\s*$/;

/** `a, b as c` → exported name → local name. */
function parseClause(clause: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const part of clause.split(',')) {
    const [local = '', exported = local] = part.trim().split(/\s+as\s+/);
    if (local !== '') names.set(exported, local);
  }
  return names;
}

/**
 * Gives a file that the linker made the public names of its package. Between its own files the linker exports bindings
 * under their local names; the entry it writes beside says what they are called outside.
 *
 * @returns the file's code with the missing names added; `undefined` if the entry does more than pass on names.
 */
export function addPublicNames(code: string, entryCode: string): string | undefined {
  const entryClause = EXPORT_CLAUSE.exec(entryCode);
  if (!entryClause || entryClause[1]?.trim() === '') return ONLY_IMPORTS.test(entryCode) ? code : undefined;
  if (!/ from "/.test(entryClause[0])) return undefined;
  const clause = EXPORT_CLAUSE.exec(code);
  if (!clause) return undefined;
  const exported = parseClause(clause[1] ?? '');
  const added: string[] = [];
  for (const [publicName, linkerName] of parseClause(entryClause[1] ?? '')) {
    if (exported.has(publicName)) {
      // The same name for another binding cannot be told apart.
      if (publicName !== linkerName) return undefined;
      continue;
    }
    const local = exported.get(linkerName);
    if (local === undefined) return undefined;
    added.push(`${local} as ${publicName}`);
  }
  if (added.length === 0) return code;
  const names = [...[...exported].map(([name, local]) => (name === local ? name : `${local} as ${name}`)), ...added];
  return `${code.slice(0, clause.index)}export { ${names.join(', ')} };\n${code.slice(clause.index + clause[0].length)}`;
}
