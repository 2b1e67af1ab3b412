/** A string that could name a package or a module in one, and what stands before it. */
const STRING = /(\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()?\s*(['"`])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]*)?\2/g;
/** A file whose extension could name the package that understands it, as template engines do. */
const EXTENSION = /(['"`])[\w./-]+\.(\w+)\1/g;

/** Which of these npm packages the code names elsewhere than in `import` and `require`. */
export function namesInStrings(code: string, packages: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (packages.size === 0) return found;
  for (const [, importing, , name = ''] of code.matchAll(STRING)) {
    if (importing === undefined && packages.has(name)) found.add(name);
  }
  for (const [, , extension = ''] of code.matchAll(EXTENSION)) if (packages.has(extension)) found.add(extension);
  return found;
}
