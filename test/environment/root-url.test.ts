import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TestDdp } from '../support/ddp.js';
import { helloBundle } from '../support/hello-bundle.js';
import { probeBundle } from '../support/probe-bundle.js';
import { runBundle } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { freePort, TestServer } from '../support/server.js';

function opens(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.once('open', () => {
      socket.terminate();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describe.each(runtimes)('ROOT_URL on $name', (runtime) => {
  test.each([
    { value: '', says: 'ROOT_URL is not set' },
    { value: 'localhost:3000', says: 'ROOT_URL is "localhost:3000"' },
    { value: 'www.example.com', says: 'ROOT_URL is "www.example.com"' },
    { value: 'ftp://example.com', says: 'ROOT_URL is "ftp://example.com"' },
    { value: 'http://', says: 'ROOT_URL is "http://"' },
    { value: 'http://a b', says: 'ROOT_URL is "http://a b"' },
  ])('must be an http or https address, not $value', async ({ value, says }) => {
    const { code, stdout, stderr } = await runBundle(probeBundle(), runtime, { ROOT_URL: value, PORT: '0' });
    expect(code, stdout + stderr).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/http:\/\//);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('is the base of Meteor.absoluteUrl', async () => {
    for (const [ROOT_URL, url] of [
      ['https://www.example.com', 'https://www.example.com/a/b'],
      ['http://example.com/app/', 'http://example.com/app/a/b'],
    ] as const) {
      const server = await TestServer.start(probeBundle(), runtime, { env: { ROOT_URL } });
      const client = await TestDdp.connect(
        `http://127.0.0.1:${server.port}${new URL(ROOT_URL).pathname.replace(/\/$/, '')}`,
      );
      expect((await client.call('absoluteUrl', 'a/b')).result).toBe(url);
      await client.close();
      await server.stop();
    }
  });

  describe('with a path', () => {
    let server: TestServer;
    let url: string;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/some/app`;
      server = await TestServer.start(helloBundle(), runtime, { env: { PORT: String(port), ROOT_URL: url } });
    });
    afterAll(() => server?.stop());

    test('the page is below it, and its files', async () => {
      for (const path of ['', '/', '/some/route']) {
        const response = await fetch(url + path);
        expect(response.status, path).toBe(200);
        expect(await response.text(), path).toContain('<h1 id="title">');
      }
      const html = await (await fetch(url)).text();
      const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map((match) => match[1] as string);
      expect(files.length).toBeGreaterThanOrEqual(2);
      for (const file of files) {
        expect(file).toMatch(/^\/some\/app\//);
        expect((await fetch(new URL(file, url))).status, file).toBe(200);
      }
      expect(html).toContain(encodeURIComponent('"ROOT_URL_PATH_PREFIX":"/some/app"'));
    });

    test('what style sheets name is below it', async () => {
      const html = await (await fetch(url)).text();
      const sheet = /href="([^"]+\.css)"/.exec(html)?.[1] as string;
      const css = await (await fetch(new URL(sheet, url))).text();
      const named = [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map((match) => match[1] as string);
      const files = named.filter((each) => !each.startsWith('data:'));
      for (const file of files) expect((await fetch(new URL(file, new URL(sheet, url)))).status, file).toBe(200);
      expect(named.length).toBeGreaterThan(0);
    });

    test('files of public/ are below it', async () => {
      expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('User-agent: *');
    });

    test('DDP is below it: plain, and SockJS with its info', async () => {
      const client = await TestDdp.connect(url);
      expect((await client.call('echo', 1)).result).toBe(1);
      await client.close();
      expect((await fetch(`${url}/sockjs/info`)).headers.get('content-type')).toContain('json');
      expect(await opens(`${url.replace('http', 'ws')}/sockjs/1/abc/websocket`)).toBe(true);
      expect(await opens(`${url.replace('http', 'ws')}/sockjs/websocket`)).toBe(true);
    });

    test('nothing is beside it', async () => {
      for (const path of [
        '/',
        '/some',
        '/some/',
        '/some/application',
        '/some/app2/robots.txt',
        '/sockjs/info',
        '/websocket',
      ]) {
        expect((await fetch(server.url + path)).status, path).toBe(404);
      }
      for (const path of ['/websocket', '/sockjs/1/abc/websocket', '/some/websocket']) {
        expect(await opens(`${server.url.replace('http', 'ws')}${path}`), path).toBe(false);
      }
    });

    test('what browsers and crawlers look for at the root is answered as the app has it', async () => {
      expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
      expect((await fetch(`${server.url}/favicon.ico`)).status).toBe(404);
    });
  });
});
