import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';
import { type Runtime, runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { isMarked, launchBrowser, mark, noBrowser, styleOf, TestBrowser, untilText } from './support/browser.js';
import { buildVariant } from './support/hello-variants.js';

if (noBrowser) console.warn(noBrowser);

/** A browser that does not know ES modules. */
const OLD_BROWSER =
  'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.112 Safari/537.36';

describe.skipIf(noBrowser)('a browser', () => {
  let folder: string;
  let browser: Browser;
  /** With a changed script, and a program for old browsers. */
  let changed: string;
  /** With a changed style sheet, all else the same. */
  let restyled: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bolide-browser-'));
    [browser, changed, restyled] = await Promise.all([
      launchBrowser(),
      buildVariant(
        join(folder, 'changed'),
        { path: 'client/main.js', from: 'Meteor.settings.public.title', to: "'Hello from the next version'" },
        '--legacy',
      ),
      buildVariant(join(folder, 'restyled'), { path: 'client/theme.css', from: '#eef1f5', to: '#102030' }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Ends a server and starts another bundle in its place; tells the page that the network is there. */
  async function replace(server: TestServer, bundle: string, runtime: Runtime, page: Page): Promise<TestServer> {
    await server.stop();
    await untilText(page, '#status', /waiting|connecting/);
    const next = await TestServer.start(bundle, runtime, { env: { PORT: String(server.port) } });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    return next;
  }

  describe.each(runtimes)('whose server on $name', (runtime) => {
    test('is replaced by one with another client loads the page again', async () => {
      const first = await TestServer.start(helloBundle(), runtime);
      const tab = await TestBrowser.open(browser);
      const page = await tab.visit(first.url);
      await untilText(page, '#title', 'Hello from Bolide');
      await untilText(page, '#status', 'connected');
      await mark(page);
      const second = await replace(first, changed, runtime, page);
      await untilText(page, '#title', 'Hello from the next version');
      await untilText(page, '#status', 'connected');
      expect(await isMarked(page)).toBe(false);
      await page.click('#increment');
      await untilText(page, '#counter', /^1$/);
      await tab.close();
      await second.stop();
    });

    test('is replaced by one with another style sheet takes that, and stays', async () => {
      const first = await TestServer.start(helloBundle(), runtime);
      const tab = await TestBrowser.open(browser);
      const page = await tab.visit(first.url);
      await untilText(page, '#status', 'connected');
      expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(238, 241, 245)');
      await mark(page);
      const second = await replace(first, restyled, runtime, page);
      await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 32, 48)');
      await untilText(page, '#status', 'connected');
      expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
      expect(await styleOf(page, 'main', 'border-radius')).toBe('12px');
      expect(await isMarked(page)).toBe(true);
      await tab.close();
      await second.stop();
    });

    test('has a program for old browsers runs it if it is one', async () => {
      const server = await TestServer.start(changed, runtime);
      const tab = await TestBrowser.open(browser, { userAgent: OLD_BROWSER });
      const page = await tab.visit(server.url);
      await untilText(page, '#title', 'Hello from the next version');
      await untilText(page, '#status', 'connected');
      expect(await page.locator('script[type=module]').count()).toBe(0);
      expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(238, 241, 245)');
      await page.click('#increment');
      await untilText(page, '#counter', /^1$/);
      await page.click('#more');
      await untilText(page, '#time', /\d/);
      expect(tab.problems).toEqual([]);
      await tab.close();

      const modern = await TestBrowser.open(browser);
      const other = await modern.visit(server.url);
      await untilText(other, '#counter', /^1$/);
      expect(await other.locator('script[type=module]').count()).toBe(1);
      expect(modern.problems).toEqual([]);
      await modern.close();
      await server.stop();
    });
  });
});
