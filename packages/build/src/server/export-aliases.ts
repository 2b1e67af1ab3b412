import { posix } from 'node:path';

/** Import and export statements as the linker writes them; an entry that has others is not a mere entry. */
const STATEMENT =
  /\s*(?:import "[^"]*"|import \{(?<imported>[^{}]*)\} from "(?<from>[^"]*)"|export \{(?<exported>[^{}]*)\}(?: from "(?<through>[^"]*)")?);?/y;
/** The export clause of a file: one, its last statement. */
const LAST_EXPORT = /\bexport \{([^{}]*)\};?\s*(?=(?:\/\/# sourceMappingURL=.*)?\s*$)/;
/** Comments before the first statement. */
const BANNER = /^(?:\s*\/\/.*\n)*/;
const MAP_COMMENT = /^\s*(?:\/\/# sourceMappingURL=.*)?\s*$/;

interface Origin {
  /** Path of the file that has the binding, from the bundle's root. */
  readonly file: string;
  /** What that file exports it as. */
  readonly name: string;
}

/**
 * Gives a file that the linker made the public names of its package. Between its own files the linker exports bindings
 * under their local names; the entry it writes beside says what they are called outside, and which of them come from
 * other files.
 *
 * @param file path of the file from the bundle's root
 * @param entry path of the entry, likewise
 * @returns the file's code with the missing names added; `undefined` if the entry does more than pass on names.
 */
export function addPublicNames(file: string, code: string, entry: string, entryCode: string): string | undefined {
  const origins = originsOf(entry, entryCode);
  if (!origins) return undefined;
  const clause = LAST_EXPORT.exec(code);
  const exported = parseClause(clause?.[1] ?? '');
  const added: string[] = [];
  const passedOn: string[] = [];
  for (const [publicName, origin] of origins) {
    if (origin.file !== file) {
      const path = relativePath(file, origin.file);
      passedOn.push(`export { ${asClause(origin.name, publicName)} } from "${path}";`);
    } else if (!exported.has(publicName)) {
      const local = exported.get(origin.name);
      if (local === undefined) return undefined;
      added.push(asClause(local, publicName));
    } else if (publicName !== origin.name) {
      // The same name for another binding cannot be told apart.
      return undefined;
    }
  }
  if (added.length === 0 && passedOn.length === 0) return code;
  const names = [...[...exported].map(([name, local]) => asClause(local, name)), ...added];
  const end = clause ? clause.index : (/\/\/# sourceMappingURL=.*\s*$/.exec(code)?.index ?? code.length);
  const own = names.length > 0 ? [`export { ${names.join(', ')} };`] : [];
  return `${code.slice(0, end)}${[...passedOn, ...own].join('\n')}\n${code.slice(end + (clause?.[0].length ?? 0))}`;
}

/** What an entry exports, and from where; `undefined` if it has code of its own. */
function originsOf(entry: string, code: string): Map<string, Origin> | undefined {
  const imports = new Map<string, Origin>();
  const origins = new Map<string, Origin>();
  let position = BANNER.exec(code)?.[0].length ?? 0;
  STATEMENT.lastIndex = position;
  for (let match = STATEMENT.exec(code); match; match = STATEMENT.exec(code)) {
    position = STATEMENT.lastIndex;
    const { imported, from, exported, through } = match.groups ?? {};
    if (imported !== undefined && from !== undefined) {
      for (const [local, name] of parseClause(imported)) imports.set(local, { file: resolvePath(entry, from), name });
    } else if (exported !== undefined) {
      for (const [publicName, name] of parseClause(exported)) {
        const origin = through === undefined ? imports.get(name) : { file: resolvePath(entry, through), name };
        if (!origin) return undefined;
        origins.set(publicName, origin);
      }
    }
  }
  return MAP_COMMENT.test(code.slice(position)) ? origins : undefined;
}

/** `a, b as c` → name after `as` → name before it. */
function parseClause(clause: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const part of clause.split(',')) {
    const [before = '', after = before] = part.trim().split(/\s+as\s+/);
    if (before !== '') names.set(after, before);
  }
  return names;
}

const asClause = (local: string, exported: string): string => (local === exported ? local : `${local} as ${exported}`);
const resolvePath = (from: string, path: string): string => posix.join(posix.dirname(from), path);
function relativePath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
