import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, noBrowser, TestBrowser, untilText } from '../browser/support/browser.js';
import { bolide } from '../support/bolide.js';
import { repository } from '../support/repository.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

if (noBrowser) console.warn(noBrowser);

let folder: string;
let bundle: string;
beforeAll(async () => {
  folder = await temporaryFolder(true);
  const result = await bolide(join(repository, 'examples/todos'), 'build', '--directory', folder);
  if (result.code !== 0) throw new Error(`bolide build failed with ${result.code}:\n${result.stderr}`);
  bundle = join(folder, 'bundle');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const taskTexts = (page: Page): Promise<string[]> => page.locator('.task .text').allTextContents();

async function untilTasks(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelectorAll('.task').length === wanted, count);
  await page.waitForSelector('#tasks[aria-busy="false"]');
}

async function addTask(page: Page, text: string): Promise<void> {
  await page.fill('#new-task', text);
  await page.press('#new-task', 'Enter');
}

const row = (page: Page, text: string) => page.locator('.task').filter({ hasText: text });

describe.skipIf(noBrowser).each(runtimes)('todos on $name', (runtime) => {
  let browser: Browser;
  let server: TestServer;
  let env: NodeJS.ProcessEnv;
  let one: TestBrowser;
  let two: TestBrowser;
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    env = { BOLIDE_DATA_DIR: join(folder, `data-${runtime.name}`), MONGO_URL: process.env.BOLIDE_TEST_MONGO_URL ?? '' };
    if (env.MONGO_URL) {
      const url = new URL(env.MONGO_URL);
      url.pathname = `/todos-${runtime.name}-${process.pid}`;
      env.MONGO_URL = url.href;
    }
    [browser, server] = await Promise.all([launchBrowser(), TestServer.start(bundle, runtime, { env })]);
    one = await TestBrowser.open(browser);
    two = await TestBrowser.open(browser);
    [first, second] = await Promise.all([one.visit(server.url), two.visit(server.url)]);
  });
  afterAll(async () => {
    await browser?.close();
    expect(await server?.stop()).toBe(0);
    expect(server.output).not.toMatch(/TypeError|RangeError|Unhandled|uncaught/i);
  });

  test('shows lists and tasks', async () => {
    await untilTasks(first, 7);
    expect(await first.locator('.list-link .name').allTextContents()).toEqual([
      'First steps',
      'Weekend in the hills',
      'Books to read',
    ]);
    expect((await taskTexts(first))[0]).toBe('Open this page in a second window');
    await untilText(first, '#summary', '2 of 7 done');
  });

  test('what one browser does, the other shows', async () => {
    await addTask(first, 'Water the plants');
    await row(second, 'Water the plants').waitFor();
    expect((await taskTexts(second))[0]).toBe('Water the plants');
    await row(second, 'Water the plants').getByRole('checkbox').click();
    await untilText(first, '#summary', '3 of 8 done');
    expect(await row(first, 'Water the plants').getByRole('checkbox').isChecked()).toBe(true);
    await row(first, 'Water the plants').locator('.text').dblclick();
    await first.fill('.edit', 'Water all plants');
    await first.press('.edit', 'Enter');
    await row(second, 'Water all plants').waitFor();
    await row(second, 'Water all plants').hover();
    await row(second, 'Water all plants').locator('.remove').click();
    await untilTasks(first, 7);
    await untilText(first, '#summary', '2 of 7 done');
  });

  test('a change shows before the server answers, and one that it refuses is taken back', async () => {
    await untilTasks(second, 7);
    server.process.kill('SIGSTOP');
    try {
      await addTask(first, 'Write a letter');
      await addTask(first, 'Tick something off');
      await untilText(first, '#summary', '2 of 9 done');
      expect((await taskTexts(first)).slice(0, 2)).toEqual(['Tick something off', 'Write a letter']);
      expect(await taskTexts(second)).not.toContain('Write a letter');
    } finally {
      server.process.kill('SIGCONT');
    }
    await row(second, 'Write a letter').waitFor();
    await untilText(first, '#problem', '“Tick something off” is on the list already.');
    await untilText(first, '#summary', '2 of 8 done');
    await untilTasks(first, 8);
    expect((await taskTexts(first))[0]).toBe('Write a letter');
    await first.click('#problem button');
  });

  test('filters and pages ask the server for what they show', async () => {
    await first.click('#filter-done');
    await untilTasks(first, 2);
    await first.click('#filter-open');
    await untilTasks(first, 6);
    await first.click('.list-link:has-text("Weekend")');
    await untilText(first, '#title', 'Weekend in the hills');
    await untilTasks(first, 8);
    await first.click('#pages a:has-text("2")');
    await untilTasks(first, 5);
    expect(await taskTexts(first)).toEqual([
      'Pack the rain jackets',
      'Fill the tank',
      'Borrow a backpack',
      'Book the train',
      'Choose a date',
    ]);
    // A reload shows the same.
    await first.reload();
    await untilTasks(first, 5);
    // Tasks that go elsewhere move those of later pages.
    await second.click('.list-link:has-text("Weekend")');
    await untilTasks(second, 8);
    await row(second, 'Check the weather').hover();
    await row(second, 'Check the weather').locator('.remove').click();
    await row(second, 'Pack the rain jackets').waitFor();
    await untilTasks(first, 4);
    await first.click('#filter-open');
    await row(first, 'Buy bread').getByRole('checkbox').click();
    await row(first, 'Buy bread').waitFor({ state: 'detached' });
    await first.click('#remove-done');
    await untilText(second, '#summary', '0 of 8 done');
  });

  test('lists come and go', async () => {
    await first.fill('#new-list', 'Garden');
    await first.press('#new-list', 'Enter');
    await untilText(first, '#title', 'Garden');
    await addTask(first, 'Plant beans');
    await second.click('.list-link:has-text("Garden")');
    await row(second, 'Plant beans').waitFor();
    await second.click('text=Delete list');
    await untilText(first, '#title', 'First steps');
    expect(await first.locator('.list-link').count()).toBe(3);
    await untilTasks(first, 8);
  });

  test('a restart keeps the data; what was done meanwhile is sent', async () => {
    expect(await server.stop()).toBe(0);
    await untilText(first, '#status', 'No connection.');
    await addTask(first, 'Written without a server');
    await row(first, 'Written without a server').waitFor();
    server = await TestServer.start(bundle, runtime, { env: { ...env, PORT: String(server.port) } });
    await Promise.all([first, second].map((page) => page.evaluate(() => dispatchEvent(new Event('online')))));
    await untilText(second, '#title', 'First steps');
    await row(second, 'Written without a server').waitFor();
    const texts = await taskTexts(second);
    expect(texts.slice(0, 3)).toEqual([
      'Written without a server',
      'Write a letter',
      'Open this page in a second window',
    ]);
    await untilText(first, '#summary', '2 of 9 done');
    const fresh = await TestBrowser.open(browser);
    const page = await fresh.visit(server.url);
    await untilTasks(page, 8);
    expect(await taskTexts(page)).toEqual(texts);
    expect(fresh.problems).toEqual([]);
    await fresh.close();
  });

  test('nothing else went wrong in the browsers', () => {
    const isOfRestart = (problem: string): boolean =>
      /websocket|ERR_CONNECTION_REFUSED|DDP stream error/i.test(problem);
    expect([...one.problems, ...two.problems].filter((problem) => !isOfRestart(problem))).toEqual([]);
  });
});
