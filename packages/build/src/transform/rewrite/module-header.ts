/** Collects the imports and declarations that a rewritten module needs in front of its own code. */
export class ModuleHeader {
  private readonly taken: Set<string>;
  private readonly imports = new Map<string, Map<string, string>>();
  private readonly lines: string[] = [];

  /** @param taken every identifier that the file contains: none of them is used for something new */
  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken);
  }

  /** A name that the file does not use yet. */
  uniqueName(base: string): string {
    let name = base;
    for (let count = 1; this.taken.has(name); count++) name = `${base}${count}`;
    this.taken.add(name);
    return name;
  }

  /** Imports an export under its own name; for free names, which nothing in the file can clash with. */
  importName(specifier: string, name: string): void {
    this.named(specifier).set(name, name);
  }

  /** Imports an export under a name that the file does not use; returns it. */
  importAs(specifier: string, name: string, base = `_${name}`): string {
    const named = this.named(specifier);
    let local = named.get(name);
    if (local === undefined) {
      local = this.uniqueName(base);
      named.set(name, local);
    }
    return local;
  }

  /** A declaration that follows the imports. */
  addLine(line: string): void {
    this.lines.push(line);
  }

  private named(specifier: string): Map<string, string> {
    let named = this.imports.get(specifier);
    if (named === undefined) {
      named = new Map();
      this.imports.set(specifier, named);
    }
    return named;
  }

  get hasImports(): boolean {
    return this.imports.size > 0;
  }

  toString(): string {
    const lines: string[] = [];
    for (const [specifier, named] of this.imports) {
      const names = [...named].map(([name, local]) => (name === local ? name : `${name} as ${local}`));
      lines.push(`import { ${names.join(', ')} } from ${JSON.stringify(specifier)};`);
    }
    return [...lines, ...this.lines].map((line) => `${line}\n`).join('');
  }
}
