import { identifyBrowser } from './browser-identification.js';
import { clientPrograms, LEGACY_ARCH, MODERN_ARCH } from './client-programs.js';
import { isModern } from './modern-browsers.js';

/** The arch that a path names (`/__browser.legacy/…`) and the rest of the path; `undefined` if it names none we have. */
export function archInPath(path: string): { arch: string; path: string } | undefined {
  if (!path.startsWith('/__')) return undefined;
  const end = path.indexOf('/', 1);
  const arch = `web.${path.slice(3, end < 0 ? undefined : end)}`;
  if (!Object.hasOwn(clientPrograms(), arch)) return undefined;
  return { arch, path: end < 0 ? '/' : path.slice(end) };
}

/**
 * The arch for a browser. One that is not up to the modern program gets the legacy one if there is one: a program that
 * may not work is better than none. `undefined`: there is no program at all.
 */
export function archForBrowser(userAgent: () => string | undefined): string | undefined {
  const programs = clientPrograms();
  const hasModern = Object.hasOwn(programs, MODERN_ARCH);
  if (!Object.hasOwn(programs, LEGACY_ARCH)) return hasModern ? MODERN_ARCH : undefined;
  return hasModern && isModern(identifyBrowser(userAgent())) ? MODERN_ARCH : LEGACY_ARCH;
}
