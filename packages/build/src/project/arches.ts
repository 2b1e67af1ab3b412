import type { Arch } from './types.js';

/** Every arch, in the order Meteor goes through them. */
export const ALL_ARCHES: readonly Arch[] = ['os', 'web.browser', 'web.browser.legacy', 'web.cordova'];

/** The words that package.js and package.json may use for one or more arches; for error messages. */
export const ARCH_WORDS = 'client, server, modern, legacy, web, os, web.browser, web.browser.legacy, web.cordova';

/**
 * True if `pattern` (`web`, `web.browser`, …) covers `arch`. As in Meteor a pattern covers everything below it, so
 * `web.browser` covers `web.browser.legacy` too.
 */
export function archMatches(arch: Arch, pattern: string): boolean {
  return arch === pattern || arch.startsWith(`${pattern}.`);
}

/** The arch patterns that a word stands for: `client` is `web`, `legacy` is `web.browser.legacy` and `web.cordova`. */
export function archPatterns(word: string): readonly string[] {
  switch (word) {
    case 'server':
      return ['os'];
    case 'client':
      return ['web'];
    case 'modern':
      return ['web.browser'];
    case 'legacy':
      return ['web.browser.legacy', 'web.cordova'];
    default:
      // Meteor's documentation allows `os.linux.x86_64` and the like; there is one server arch here.
      return [word.startsWith('os.') ? 'os' : word];
  }
}

/** The arches that any of `words` covers, in the order of {@link ALL_ARCHES}. */
export function archesCovered(words: readonly string[]): readonly Arch[] {
  const patterns = words.flatMap(archPatterns);
  return ALL_ARCHES.filter((arch) => patterns.some((pattern) => archMatches(arch, pattern)));
}

export function isClientArch(arch: Arch): boolean {
  return arch !== 'os';
}
