/** Id of the module that holds a package's package-scope variables; without a name: the app's. */
export function packageScopeId(packageName: string | undefined): string {
  return packageName === undefined ? 'bolide:package-scope' : `bolide:package-scope/${packageName}`;
}

/**
 * Source of the module `bolide:package-scope/<name>`: one `export let` per variable, so that reads are live bindings,
 * and the object `__packageScope__`, through which the package's files assign.
 *
 * @param names the package-scope variables, in any order
 * @param symbols names among them that another package exports → that package; they start with its value
 */
export function packageScopeModule(names: Iterable<string>, symbols: ReadonlyMap<string, string> = new Map()): string {
  const lines: string[] = [];
  const accessors: string[] = [];
  for (const name of [...new Set(names)].sort()) {
    const from = symbols.get(name);
    if (from === undefined) {
      lines.push(`let _${name};`);
    } else {
      lines.push(
        `import { ${name} as __${name} } from ${JSON.stringify(`meteor/${from}`)};`,
        `let _${name} = __${name};`,
      );
    }
    lines.push(`export { _${name} as ${name} };`);
    accessors.push(`  get ${name}() { return _${name}; },`, `  set ${name}(value) { _${name} = value; },`);
  }
  return [...lines, 'export const __packageScope__ = {', '  __proto__: null,', ...accessors, '};', ''].join('\n');
}
