import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isModuleFile } from '../project/app-files/app-sources.js';
import { walkApp } from '../project/app-files/walk-app.js';
import type { Arch, Project } from '../project/types.js';
import { visibleSymbols } from '../project/visible-symbols.js';
import { analyzeModule, type ModuleFacts } from '../transform/index.js';
import { displayPath } from './owners.js';
import { type ScopeVariables, sideOf } from './package-module.js';

/** An assignment to one of the names, or a pattern that may be one. */
const assignmentTo = (names: readonly string[]): RegExp =>
  new RegExp(
    `\\b(?:${names.map(escapeName).join('|')})\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?=(?![=>]))|(?:\\+\\+|--)\\s*(?:${names.map(escapeName).join('|')})\\b|[\\]}]\\s*=(?![=>])`,
  );

const escapeName = (name: string): string => name.replaceAll('$', '\\$');

/**
 * The names of package exports that some file of the app assigns to without declaring them. They are variables that all
 * of the app's files share, and start with the package's value. Most apps have none, and few files look like it.
 */
export async function appVariables(project: Project, arch: Arch): Promise<ScopeVariables> {
  const reassigned = new Map<string, string>();
  const symbols = visibleSymbols(project, 'app', arch);
  if (symbols.size > 0) {
    const pattern = assignmentTo([...symbols.keys()]);
    const { files } = await walkApp(project.directory, sideOf(arch), new Set());
    for (const path of files.filter(isModuleFile)) {
      const file = join(project.directory, path);
      const source = await readFile(file, 'utf8');
      if (!pattern.test(source)) continue;
      for (const name of undeclaredWrites(source, file, project)) {
        const from = symbols.get(name);
        if (from !== undefined) reassigned.set(name, from);
      }
    }
  }
  return { scope: new Set(reassigned.keys()), reassigned };
}

/** Files that nothing imports may have any text; those that something does are reported when they are compiled. */
function undeclaredWrites(source: string, file: string, project: Project): ModuleFacts['undeclaredWrites'] {
  try {
    const options = { displayPath: displayPath(project, { kind: 'app' }, file), style: 'module' } as const;
    return analyzeModule(source, file, options).undeclaredWrites;
  } catch {
    return [];
  }
}
