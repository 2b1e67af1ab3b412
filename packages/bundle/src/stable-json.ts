/**
 * JSON as bundles hold it: keys sorted, two spaces, a line break at the end, so that the same value always gives the
 * same bytes. Keys whose value is `undefined` are left out. Arrays keep their order.
 */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(value, sortKeys, 2)}\n`;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // Code unit order, which does not depend on the machine's language. Integer-like keys come first in any case.
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const sorted: Record<string, unknown> = Object.create(null);
  for (const [key, each] of entries) sorted[key] = each;
  return sorted;
}
