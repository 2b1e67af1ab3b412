/**
 * Compares two paths (forward slashes, below the app's folder) by Meteor's documented load order: HTML first, files
 * beginning with `main.` last, files in a `lib/` folder before others, deeper paths before shallower ones, and then
 * the path's parts by character code.
 */
export function compareLoadOrder(a: string, b: string): number {
  const partsOfA = a.split('/');
  const partsOfB = b.split('/');
  return (
    firstIf(isTemplate, a, b) ||
    -firstIf(isMain, partsOfA.at(-1) ?? '', partsOfB.at(-1) ?? '') ||
    firstIf(isInLib, partsOfA, partsOfB) ||
    partsOfB.length - partsOfA.length ||
    compareParts(partsOfA, partsOfB)
  );
}

function firstIf<T>(is: (value: T) => boolean, a: T, b: T): number {
  return Number(is(b)) - Number(is(a));
}

function isTemplate(path: string): boolean {
  return path.endsWith('.html');
}

function isMain(name: string): boolean {
  return name.startsWith('main.');
}

function isInLib(parts: readonly string[]): boolean {
  return parts.lastIndexOf('lib', parts.length - 2) !== -1 && parts.length > 1;
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
