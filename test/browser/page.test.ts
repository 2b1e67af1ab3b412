import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { freePort, TestServer } from '../support/server.js';
import { isMarked, launchBrowser, mark, noBrowser, styleOf, TestBrowser, untilText } from './support/browser.js';

if (noBrowser) console.warn(noBrowser);

describe.skipIf(noBrowser).each(runtimes)('hello in a browser, served by $name', (runtime) => {
  let browser: Browser;
  let server: TestServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), TestServer.start(helloBundle(), runtime)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('shows its title, the facts of the server, its style and what is loaded later', async () => {
    const tab = await TestBrowser.open(browser);
    const page = await tab.visit(server.url);
    expect(await page.title()).toBe('Hello');
    await untilText(page, '#title', 'Hello from Bolide');
    expect(await page.locator('#title').getAttribute('title')).toBe('Hello, browser, says the client');
    await untilText(page, '#status', 'connected');
    await untilText(page, '#facts', 'Meteors are made of patience and speed.');
    expect(await page.locator('#facts dd').count()).toBe(8);
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(238, 241, 245)');
    expect(await styleOf(page, 'body', 'background-image')).toMatch(/^url\(/);
    expect(await styleOf(page, 'main', 'border-radius')).toBe('12px');
    await page.click('#more');
    await untilText(page, '#time', /\d/);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('has what server-render put in, also without JavaScript', async () => {
    const tab = await TestBrowser.open(browser, { javaScriptEnabled: false });
    const page = await tab.visit(server.url);
    await untilText(page, '#rendered-on-server', /^Rendered by a server that has been up for \d+ s\.$/);
    await untilText(page, '#status', 'connecting');
    await tab.close();
  });

  test('counts live in two tabs', async () => {
    const [one, two] = [await TestBrowser.open(browser), await TestBrowser.open(browser)];
    const [first, second] = [await one.visit(server.url), await two.visit(server.url)];
    await untilText(first, '#counter', /^0$/);
    await untilText(second, '#counter', /^0$/);
    await first.click('#increment');
    await untilText(second, '#counter', /^1$/);
    await second.click('#increment');
    await second.click('#increment');
    await untilText(first, '#counter', /^3$/);
    await untilText(second, '#counter', /^3$/);
    expect([...one.problems, ...two.problems]).toEqual([]);
    await one.close();
    await two.close();
  });

  test('works below the path of ROOT_URL', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/some/app`;
    const below = await TestServer.start(helloBundle(), runtime, { env: { PORT: String(port), ROOT_URL: url } });
    const tab = await TestBrowser.open(browser);
    const page = await tab.visit(`${url}/`);
    await untilText(page, '#status', 'connected');
    await page.click('#increment');
    await untilText(page, '#counter', /^1$/);
    await page.click('#more');
    await untilText(page, '#time', /\d/);
    // The page names its icon at the root of the host, as Meteor apps do.
    expect(
      tab.problems.filter((problem) => !problem.includes('/favicon') && !problem.startsWith('console: Failed to load')),
    ).toEqual([]);
    await tab.close();
    await below.stop();
  });

  test('lives through a restart of the server: connection, subscription and calls come back', async () => {
    const first = await TestServer.start(helloBundle(), runtime);
    const tab = await TestBrowser.open(browser);
    const page = await tab.visit(first.url);
    await untilText(page, '#status', 'connected');
    await page.click('#increment');
    await page.click('#increment');
    await untilText(page, '#counter', /^2$/);
    await mark(page);

    expect(await first.stop()).toBe(0);
    await untilText(page, '#status', /waiting|connecting/);
    // What it has stays on the screen.
    await untilText(page, '#counter', /^2$/);
    const second = await TestServer.start(helloBundle(), runtime, { env: { PORT: String(first.port) } });
    await untilText(page, '#status', 'connected');
    // The new server counts from nothing.
    await untilText(page, '#counter', /^0$/);
    await page.click('#increment');
    await untilText(page, '#counter', /^1$/);
    expect(await isMarked(page)).toBe(true);
    await tab.close();
    await second.stop();
  });

  test('a call made while the server is away is answered by the next one', async () => {
    const first = await TestServer.start(helloBundle(), runtime);
    const tab = await TestBrowser.open(browser);
    const page = await tab.visit(first.url);
    await untilText(page, '#status', 'connected');
    await first.stop('SIGKILL');
    await untilText(page, '#status', /waiting|connecting/);
    await page.click('#increment');
    const second = await TestServer.start(helloBundle(), runtime, { env: { PORT: String(first.port) } });
    // Browsers say so when the network is back; the page then does not wait for its next try.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await untilText(page, '#counter', /^1$/);
    await tab.close();
    await second.stop();
  });
});
