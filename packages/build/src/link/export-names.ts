import { parseSync } from 'rolldown/utils';

/** Names that a module exports; `*` for "all of another module". Empty for CommonJS and for files with syntax errors. */
export function exportNames(source: string, file: string): Set<string> {
  const names = new Set<string>();
  // JavaScript files may hold JSX in Meteor.
  const { module } = parseSync(file.replace(/\.js$/, '.jsx'), source);
  for (const statement of module.staticExports) {
    for (const { exportName, importName, isType } of statement.entries) {
      if (isType) continue;
      if (exportName.kind === 'Default') names.add('default');
      else if (exportName.name !== null) names.add(exportName.name);
      else if (importName.kind === 'AllButDefault' || importName.kind === 'All') names.add('*');
    }
  }
  return names;
}
