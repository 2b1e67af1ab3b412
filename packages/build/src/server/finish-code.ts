import { IN_NODE_MODULES } from '../link/specifiers.js';
import { repairRequire } from './repair-require.js';

/** The last touches to a file that the linker made. None of them moves code to another line of those that maps know. */
export const finishCode = (path: string, code: string): string =>
  markForBun(repairRequire(withRelativePaths(path, code)));

/** Imports of files in `node_modules` that are not imported by name. */
function withRelativePaths(path: string, code: string): string {
  const up = '../'.repeat(path.split('/').length - 1) || './';
  return code.replaceAll(`"${IN_NODE_MODULES}`, `"${up}node_modules/`);
}

/** Bun takes files with its mark for Latin-1, so those that are not ASCII go without. The line stays, for the maps. */
function markForBun(code: string): string {
  return /\P{ASCII}/u.test(code) ? code.replace(/^\/\/ @bun$/m, '//') : code;
}
