import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const path = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/** `undefined` if there is a Chromium; else why the tests that need one are skipped. */
export const noBrowser = existsSync(path)
  ? undefined
  : `skipped: there is no Chromium at ${path}; install it, or set CHROMIUM_PATH`;

/** Starts a headless Chromium with a profile of its own that asks nobody but the pages' servers. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A browser context that keeps all that went wrong in its pages. */
export class TestBrowser {
  readonly context: BrowserContext;
  /** Errors on the console, uncaught ones, requests that failed or were answered with an error. */
  readonly problems: string[] = [];

  private constructor(context: BrowserContext) {
    this.context = context;
    context.setDefaultTimeout(15_000);
  }

  static async open(browser: Browser, options: BrowserContextOptions = {}): Promise<TestBrowser> {
    return new TestBrowser(await browser.newContext(options));
  }

  /** Opens a tab at `url`. */
  async visit(url: string): Promise<Page> {
    const page = await this.context.newPage();
    const note = (text: string): void => void this.problems.push(text);
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => note(`uncaught: ${error.stack}`));
    page.on('requestfailed', (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
    page.on('response', (response) => {
      if (response.status() >= 400) note(`${response.status()}: ${response.url()}`);
    });
    await page.goto(url);
    return page;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** Resolves when the text of the element matches. */
export async function untilText(page: Page, selector: string, text: string | RegExp): Promise<void> {
  const locator = page.locator(selector);
  await locator.filter({ hasText: text }).waitFor();
}

/** The value of a CSS property as the browser computed it. */
export const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Marks the document, to find out later whether it is still the same. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as { isMarked?: boolean }).isMarked = true;
  });

export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => (globalThis as { isMarked?: boolean }).isMarked === true);
