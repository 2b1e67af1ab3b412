import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

describe.each(runtimes)('hello on $name', (runtime) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(helloBundle(), runtime);
  });
  afterAll(() => server?.stop());

  test('answers the page with the app’s head, body and rendered content', async () => {
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('<title>Hello</title>');
    expect(html).toContain('<button id="increment"');
    expect(html).toMatch(/Rendered by a server that has been up for \d+ s\./);
    expect(html).toContain('__meteor_runtime_config__');
  });

  test('serves the hashed script and style sheet of the page as immutable files', async () => {
    const html = await (await fetch(server.url)).text();
    const urls = [...html.matchAll(/(?:src|href)="(\/[0-9a-zA-Z_-]{16}\.(?:js|css)[^"]*)"/g)].map((match) => match[1]);
    expect(urls.some((url) => url?.includes('.js'))).toBe(true);
    expect(urls.some((url) => url?.includes('.css'))).toBe(true);
    for (const url of urls) {
      const response = await fetch(server.url + url);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toMatch(/max-age=31536000/);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  test('serves a file of public/', async () => {
    const response = await fetch(`${server.url}/robots.txt`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('User-agent: *');
  });

  test('an unknown path is the page, for routers on the client; /favicon.ico is not', async () => {
    const response = await fetch(`${server.url}/some/route`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<h1 id="title">');
    expect((await fetch(`${server.url}/favicon.ico`)).status).toBe(404);
  });

  test('a method gives its result over DDP', async () => {
    const client = await TestDdp.connect(server.url);
    expect((await client.call('echo', { a: [1, 'zwei', null] })).result).toEqual({ a: [1, 'zwei', null] });
    await client.close();
  });

  test('assets, packages and npm code answer inside a method call', async () => {
    const client = await TestDdp.connect(server.url);
    const { result } = await client.call('facts');
    expect(result).toMatchObject({
      'Greeting (old-style package)': 'Hello, world, says the server',
      'Quote (asset of a package)': 'Meteors are made of patience and speed.',
      'Motto (asset of the app)': 'A bolide is a meteor that shines.',
      'CommonJS from npm (ms)': '2h',
      'ES module from npm (nanoid)': '21 characters',
      'Native addon from npm (crc32)': 'e5236c0e',
    });
    expect((await client.call('clock.now')).result).toEqual({ $date: expect.any(Number) });
    await client.close();
  });

  test('a subscription gets documents, and changes made by another client', async () => {
    const [reader, writer] = [await TestDdp.connect(server.url), await TestDdp.connect(server.url)];
    await reader.subscribe('counters');
    const added = await reader.next(({ msg, collection }) => msg === 'added' && collection === 'counters');
    const before = (added.fields as { count: number }).count;
    expect((await writer.call('counters.increment', 'clicks')).result).toBe(before + 1);
    const changed = await reader.next(({ msg, collection }) => msg === 'changed' && collection === 'counters');
    expect(changed).toMatchObject({ id: 'clicks', fields: { count: before + 1 } });
    await reader.close();
    await writer.close();
  });

  test('errors reach the client as Meteor sends them', async () => {
    const client = await TestDdp.connect(server.url);
    expect((await client.call('counters.increment', 'nothing')).error).toMatchObject({
      error: 'no-such-counter',
      errorType: 'Meteor.Error',
    });
    expect((await client.call('counters.increment', 7)).error).toMatchObject({ error: 400, reason: 'Match failed' });
    expect((await client.call('no.such.method')).error).toMatchObject({ error: 404 });
    await client.close();
  });

  test('ends with code 0 on SIGTERM and answers again when started anew', async () => {
    const own = await TestServer.start(helloBundle(), runtime);
    const client = await TestDdp.connect(own.url);
    const [code] = await Promise.all([own.stop('SIGTERM'), delay(0)]);
    expect(code).toBe(0);
    await client.close();
    const again = await TestServer.start(helloBundle(), runtime, { env: { PORT: String(own.port) } });
    const second = await TestDdp.connect(again.url);
    expect((await second.call('echo', 1)).result).toBe(1);
    await second.close();
    await again.stop();
  });
});
