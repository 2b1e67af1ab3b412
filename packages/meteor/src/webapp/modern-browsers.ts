import type { BrowserIdentification } from './types.js';

/**
 * First version of each browser that runs the modern client program: ES2020 in ES modules, with dynamic import and
 * `import.meta`. A browser that is not listed is not known to.
 */
const FIRST_MODERN: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  chrome: [80, 0],
  chromeMobile: [80, 0],
  chromeMobileIOS: [80, 0],
  chromeMobileWebView: [80, 0],
  chromium: [80, 0],
  headlesschrome: [80, 0],
  edge: [80, 0],
  edgeMobile: [80, 0],
  electron: [8, 0],
  firefox: [74, 0],
  firefoxMobile: [79, 0],
  firefoxiOS: [24, 0],
  mobileSafari: [14, 0],
  mobileSafariUI: [14, 0],
  opera: [67, 0],
  operaMobile: [57, 0],
  safari: [14, 0],
  samsungInternet: [13, 0],
  appleMail: [11, 0],
};

export function isModern(browser: Partial<BrowserIdentification> | undefined): boolean {
  const name = browser?.name;
  if (typeof name !== 'string' || !Object.hasOwn(FIRST_MODERN, name)) return false;
  const [major, minor] = FIRST_MODERN[name] as readonly [number, number];
  const is = Number(browser?.major) || 0;
  return is > major || (is === major && (Number(browser?.minor) || 0) >= minor);
}
