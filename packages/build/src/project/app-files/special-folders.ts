import type { Side } from './walk-app.js';

/** Folders at the top of an app that hold no source files of the app. */
const TOP_LEVEL = new Set(['packages', 'programs', 'public', 'private', 'cordova-build-override', 'acceptance-tests']);

/** Files that editors and operating systems leave behind; Meteor passes over them everywhere, in `public/` too. */
const LEFTOVER = /~$|^\.#|^(?:Thumbs\.db|\.DS_Store|Icon\r|ehthumbs\.db|\..*\.sw.|#.*#)$/;

/** True for folders whose files are no source files of the app on this side. `depth` 0 is the app's own folder. */
export function isSkippedFolder(name: string, depth: number, side: Side): boolean {
  if (name.startsWith('.') || name === 'node_modules' || name === 'tests') return true;
  if (name === (side === 'server' ? 'client' : 'server')) return true;
  return depth === 0 && TOP_LEVEL.has(name);
}

/** True for files that are no source files of the app wherever they are. */
export function isSkippedFile(name: string, depth: number): boolean {
  if (name.startsWith('.') || isLeftover(name)) return true;
  return depth === 0 && name === 'mobile-config.js';
}

export function isLeftover(name: string): boolean {
  return LEFTOVER.test(name);
}

/** True for `*.test.*`, `*.tests.*`, `*.spec.*`, `*.specs.*` and the same with `app-` before. */
export function isTestFile(name: string): boolean {
  return /\.(?:app-)?(?:test|spec)s?\./.test(name);
}
