// Words that cannot stand after a dot in old JavaScript; paths quote them.
const KEYWORDS = new Set(
  (
    'do if in for let new try var case else enum eval false null this true void with break catch class const super ' +
    'throw while yield delete export import public return static switch typeof default extends finally package ' +
    'private continue debugger function arguments interface protected implements instanceof'
  ).split(' '),
);

/** Puts a key before a path: `a`, `b.c` gives `a.b.c`; `0`, `b` gives `[0].b`; odd keys are quoted: `["odd key"]`. */
export function prependPath(key: string | number, path: string): string {
  const step = stepOf(key);
  return path && !path.startsWith('[') ? `${step}.${path}` : step + path;
}

/** Keys come from clients: what messages take of one is bounded. */
const MAX_KEY_LENGTH = 200;

function stepOf(key: string | number): string {
  if (typeof key === 'string' && key.length > MAX_KEY_LENGTH)
    return JSON.stringify([`${key.slice(0, MAX_KEY_LENGTH)}…`]);
  if (typeof key === 'number' || /^[0-9]+$/.test(key)) return `[${key}]`;
  return /^[a-z_$][0-9a-z_$.[\]]*$/i.test(key) && !KEYWORDS.has(key) ? key : JSON.stringify([key]);
}
