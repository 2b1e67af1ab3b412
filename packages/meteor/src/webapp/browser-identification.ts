import type { BrowserIdentification } from './types.js';

/** User agents longer than this are cut: what identifies a browser stands before. */
const LONGEST_USER_AGENT = 512;

/**
 * Family and a pattern that finds its version. The first that matches counts, so those that also carry the name of
 * another browser (nearly all claim to be Chrome or Safari) come before it.
 */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['electron', / Electron\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['phantomjs', /PhantomJS\/(\d+)\.(\d+)(?:\.(\d+))?/i],
  ['headlesschrome', /HeadlessChrome\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['edgeMobile', / EdgA?(?:iOS)?\/(\d+)\.(\d+)(?:\.(\d+))?.* Mobile/],
  ['edge', / Edg(?:e|A|iOS)?\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['operaMobile', / OPR\/(\d+)\.(\d+)(?:\.(\d+))?.* Mobile| Mobile .* OPR\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['opera', / OPR\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['opera', /^Opera\/.* Version\/(\d+)\.(\d+)/],
  ['samsungInternet', /SamsungBrowser\/(\d+)\.(\d+)/],
  ['firefoxiOS', /FxiOS\/(\d+)\.(\d+)/],
  ['chromeMobileIOS', /CriOS\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['firefoxMobile', /\((?:Android|Mobile|Tablet)[^)]*\).* Firefox\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['firefox', / Firefox\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['chromium', / Chromium\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['chromeMobileWebView', /; wv\).* Chrome\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['chromeMobile', / Chrome\/(\d+)\.(\d+)(?:\.(\d+))?(?:\.\d+)? Mobile /],
  ['chrome', / Chrome\/(\d+)\.(\d+)(?:\.(\d+))?/],
  ['ie', /\bMSIE (\d+)\.(\d+)/],
  ['ie', /\bTrident\/.* rv:(\d+)\.(\d+)/],
  ['mobileSafari', /\((?:iPhone|iPad|iPod)[^)]*\).* Version\/(\d+)\.(\d+)(?:\.(\d+))?/],
  // A web view of iOS carries no version of its own; it is as old as the system.
  ['mobileSafariUI', /\((?:iPhone|iPad|iPod)[^)]* OS (\d+)_(\d+)(?:_(\d+))?[^)]*\)/],
  ['safari', / Version\/(\d+)\.(\d+)(?:\.(\d+))?.* Safari\//],
  // Embedded web views of macOS.
  [
    'appleMail',
    /^Mozilla\/5\.0 \(Macintosh;[^)]*Mac OS X (\d+)_(\d+)(?:_(\d+))?\) AppleWebKit\/[^ ]+ \(KHTML, like Gecko\)$/,
  ],
];

/** Finds out which browser sent a User-Agent header. `unknown` without one, `other` if it is none of the known. */
export function identifyBrowser(userAgent: string | undefined): BrowserIdentification {
  if (!userAgent) return { name: 'unknown', major: 0, minor: 0, patch: 0 };
  const text = userAgent.slice(0, LONGEST_USER_AGENT);
  for (const [name, pattern] of BROWSERS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [major = 0, minor = 0, patch = 0] = match
      .slice(1)
      .filter((part) => part !== undefined)
      .map(Number);
    return { name, major, minor, patch };
  }
  return { name: 'other', major: 0, minor: 0, patch: 0 };
}
