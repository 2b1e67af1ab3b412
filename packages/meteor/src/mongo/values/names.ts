/** In the database the names of what EJSON makes of custom types begin with this, since MongoDB has its own `$` names. */
const PREFIX = 'EJSON';

/** Puts the prefix before all names. */
export function prefixNames(value: unknown): unknown {
  return renamed(value, (name) => PREFIX + name);
}

/** Takes it away. */
export function unprefixNames(value: unknown): unknown {
  return renamed(value, (name) => name.slice(PREFIX.length));
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((element) => renamed(element, rename));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [rename(name), renamed(field, rename)]));
}
