/**
 * Whether `path` is one that a manifest may hold: relative, with forward slashes, and not able to leave the folder it
 * is joined to on any platform (no `..`, no drive, no backslash, no empty part).
 */
export function isBundlePath(path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || /[\\\0]/.test(path) || /^[a-z]:/i.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
