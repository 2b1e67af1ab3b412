import { describe, expect, test } from 'vitest';
import { identifyBrowser } from './browser-identification.js';
import { isModern } from './modern-browsers.js';

const AGENTS: readonly [name: string, major: number, modern: boolean, userAgent: string][] = [
  [
    'chrome',
    120,
    true,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  [
    'chrome',
    68,
    false,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_4) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/68.0.3440.15 Safari/537.36',
  ],
  [
    'chromeMobile',
    119,
    true,
    'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36',
  ],
  [
    'chromeMobileWebView',
    43,
    false,
    'Mozilla/5.0 (Linux; Android 5.1.1; Nexus 5 Build/LMY48B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/43.0.2357.65 Mobile Safari/537.36',
  ],
  [
    'chromeMobileIOS',
    119,
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/119.0.6045.109 Mobile/15E148 Safari/604.1',
  ],
  [
    'headlesschrome',
    120,
    true,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
  ],
  [
    'edge',
    119,
    true,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 Edg/119.0.0.0',
  ],
  [
    'edge',
    18,
    false,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763',
  ],
  [
    'opera',
    105,
    true,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0',
  ],
  ['opera', 12, false, 'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18'],
  [
    'samsungInternet',
    23,
    true,
    'Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
  ],
  ['firefox', 120, true, 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'],
  ['firefoxMobile', 120, true, 'Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0'],
  [
    'mobileSafari',
    17,
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'mobileSafariUI',
    12,
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 12_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
  [
    'safari',
    13,
    false,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  ],
  [
    'safari',
    17,
    true,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
  ],
  [
    'electron',
    27,
    true,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) app/1.0 Chrome/118.0.5993.65 Electron/27.0.1 Safari/537.36',
  ],
  ['ie', 11, false, 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['ie', 8, false, 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)'],
  [
    'phantomjs',
    2,
    false,
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  ],
  ['other', 0, false, 'curl/8.4.0'],
];

describe('identifyBrowser', () => {
  for (const [name, major, modern, userAgent] of AGENTS) {
    test(`${name} ${major}`, () => {
      const browser = identifyBrowser(userAgent);
      expect([browser.name, browser.major]).toEqual([name, major]);
      expect(isModern(browser)).toBe(modern);
    });
  }

  test('no User-Agent', () => {
    expect(identifyBrowser(undefined)).toEqual({ name: 'unknown', major: 0, minor: 0, patch: 0 });
    expect(isModern(identifyBrowser(''))).toBe(false);
  });

  test('names of Object.prototype are no browsers', () => {
    expect(isModern({ name: 'constructor', major: 99 })).toBe(false);
  });
});
