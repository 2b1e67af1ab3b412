import type { Page } from '@bolide/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication } from './application.js';
import { WebApp, WebAppInternals } from './server.js';
import { openTestBundle, removeBundle, SMALL_PROGRAM } from './test-support/bundle.js';
import { requestInfo, textOf } from './test-support/requests.js';

const MODERN = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const OLD = 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko';
const application = createApplication(0);
let directory = '';

beforeAll(async () => {
  directory = openTestBundle({
    'web.browser': SMALL_PROGRAM,
    'web.browser.legacy': [
      { path: 'legacy.js', type: 'js', url: '/legacy.js', cacheable: true, text: 'legacy()' },
      { path: 'app/logo ä.png', type: 'asset', url: '/logo%20%C3%A4.png', text: 'png' },
    ],
  });
  await WebAppInternals.reloadClientPrograms();
});
afterAll(() => removeBundle(directory));

const page = async (url: string, userAgent?: string) =>
  textOf(
    ((await application.page(requestInfo(url, { headers: userAgent ? { 'user-agent': userAgent } : {} }))) as Page)
      .body,
  );

describe('a bundle with a legacy program', () => {
  test('each browser gets what it can use', async () => {
    expect(await page('/', MODERN)).toContain('/0123.js');
    for (const userAgent of [OLD, undefined, 'curl/8.4.0', '(((((', 'x'.repeat(100_000)]) {
      expect(await page('/', userAgent)).toContain('/legacy.js');
    }
  });

  test('a path may name the arch', async () => {
    expect(await page('/__browser/any', OLD)).toContain('/0123.js');
    expect(await page('/__browser.legacy/', MODERN)).toContain('/legacy.js');
    expect(await page('/__browser.legacy', MODERN)).toContain('/legacy.js');
    expect(await page('/__proto__/', MODERN)).toContain('/0123.js');
    expect(await page('/__cordova/', MODERN)).toContain('/0123.js');
  });

  test('the configuration says which one it is', async () => {
    const config = (html: string) => WebApp.decodeRuntimeConfig(/decodeURIComponent\((".*?")\)/.exec(html)?.[1] ?? '');
    expect(config(await page('/', MODERN)).isModern).toBe(true);
    expect(config(await page('/', OLD)).isModern).toBe(false);
  });

  test('also as a file', async () => {
    await WebAppInternals.setInlineScriptsAllowed(false);
    const configOf = async (userAgent: string) => {
      const path = /src="([^"?]*meteor_runtime_config\.js)\?/.exec(await page('/', userAgent))?.[1] ?? '';
      const content = String(application.staticFiles.find(path)?.content);
      return JSON.parse(content.slice('__meteor_runtime_config__ = '.length, -1));
    };
    expect((await configOf(MODERN)).isModern).toBe(true);
    expect((await configOf(OLD)).isModern).toBe(false);
    await WebAppInternals.setInlineScriptsAllowed(true);
  });

  test('files of both are found by any browser', () => {
    expect(application.staticFiles.find('/0123.js')?.size).toBe(6);
    expect(application.staticFiles.find('/legacy.js')?.size).toBe(8);
    const asset = (path: string) => application.staticFiles.find(path)?.file;
    expect(asset('/logo ä.png')).toContain('programs/web.browser/');
    expect(asset('/__browser.legacy/logo ä.png')).toContain('programs/web.browser.legacy/');
  });

  test('categorizeRequest', () => {
    const request = WebApp.categorizeRequest({
      url: '/__browser.legacy/a/b?x=1&y=2&x=3&__proto__=4#h',
      headers: { 'user-agent': MODERN, cookie: 'c=1' },
    });
    expect(request).toMatchObject({
      arch: 'web.browser.legacy',
      path: '/a/b',
      modern: true,
      browser: { name: 'chrome', major: 120 },
      cookies: { c: '1' },
    });
    expect(request.url).toMatchObject({
      pathname: '/__browser.legacy/a/b',
      search: '?x=1&y=2&x=3&__proto__=4',
      hash: '#h',
      host: null,
    });
    expect(request.url.query.x).toEqual(['1', '3']);
    expect(Object.getPrototypeOf(request.url.query)).toBe(null);
    expect(WebApp.categorizeRequest(request)).toBe(request);
    expect(WebApp.categorizeRequest({ url: 'http://u:p@Host.example:80/x?y', headers: {} }).url).toMatchObject({
      protocol: 'http:',
      auth: 'u:p',
      host: 'Host.example:80',
      port: '80',
      path: '/x?y',
    });
  });

  test('the default arch is what every browser can use', () => {
    expect(WebApp.defaultArch).toBe('web.browser.legacy');
    expect(WebApp.clientHash()).toBe(WebApp.clientHash('web.browser.legacy'));
  });
});
