/** A string that could name a package or a module in one, and what stands before it. */
const STRING = /(\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()?\s*(['"`])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]*)?\2/g;

/** Which of these npm packages the code names elsewhere than in `import` and `require`. */
export function namesInStrings(code: string, packages: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (packages.size === 0) return found;
  for (const [, importing, , name = ''] of code.matchAll(STRING)) {
    if (importing === undefined && packages.has(name)) found.add(name);
  }
  return found;
}
