/** Paths that browsers and crawlers ask for at the root of a host, whatever ROOT_URL's path is. Meteor lets them pass. */
const ROOT_PATHS: ReadonlySet<string> = new Set(['/favicon.ico', '/robots.txt']);

const SLASH = 47;

/**
 * The path of a request target (`/a?b`, `http://host/a?b`), without the query, not decoded, dot segments resolved.
 * `undefined` when the target has no path (`*`, `host:port`, garbage).
 */
export function targetPath(target: string): string | undefined {
  const path = normalizedTargetPath(target);
  return path !== undefined && needsNormalizing(path) ? normalize(path) : path;
}

/** The same for a target that went through a URL parser before. */
export function normalizedTargetPath(target: string): string | undefined {
  let start = 0;
  if (target.charCodeAt(0) !== SLASH) {
    start = authorityEnd(target);
    if (start === -1) return undefined;
  }
  const question = target.indexOf('?', start);
  const path = start === 0 && question === -1 ? target : target.slice(start, question === -1 ? undefined : question);
  return path === '' ? '/' : path;
}

/** The query of a request target without its question mark; `''` if there is none. */
export function targetQuery(target: string): string {
  const question = target.indexOf('?');
  return question === -1 ? '' : target.slice(question + 1);
}

/**
 * The path below `prefix` (`''` or `/app`), always beginning with `/`; `undefined` when the path lies outside.
 */
export function stripPrefix(path: string, prefix: string): string | undefined {
  if (prefix === '') return path;
  if (path.startsWith(prefix)) {
    if (path.length === prefix.length) return '/';
    if (path.charCodeAt(prefix.length) === SLASH) return path.slice(prefix.length);
  }
  return ROOT_PATHS.has(path) ? path : undefined;
}

/** Percent-decodes a path. `undefined` when it is not valid: bad escapes, or an encoded NUL. */
export function decodePath(path: string): string | undefined {
  if (path.indexOf('%') === -1) return path;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.indexOf('\0') === -1 ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** Where the path of an absolute-form target begins; the target's length if it has none; -1 if it is no such target. */
function authorityEnd(target: string): number {
  const colon = target.indexOf('://');
  if (colon === -1) return -1;
  const scheme = target.slice(0, colon).toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return -1;
  for (let index = colon + 3; index < target.length; index++) {
    const code = target.charCodeAt(index);
    if (code === SLASH || code === 63) return index === colon + 3 ? -1 : index;
  }
  return target.length === colon + 3 ? -1 : target.length;
}

function needsNormalizing(path: string): boolean {
  return (
    path.indexOf('/.') !== -1 || path.indexOf('/%2') !== -1 || path.indexOf('\\') !== -1 || path.indexOf('.%2') !== -1
  );
}

/** Bun hands out targets that went through the URL parser; doing the same on Node keeps one behaviour. */
function normalize(path: string): string | undefined {
  try {
    return new URL(`http://host${path}`).pathname;
  } catch {
    return undefined;
  }
}
