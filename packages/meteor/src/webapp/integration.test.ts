import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { host } from '@bolide/host/default';
import { setDefaultHost } from '@bolide/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostServer } from './http-server.js';
import { rawStage, stage } from './middleware.js';
import { main, WebApp, WebAppInternals } from './server.js';
import { openTestBundle, removeBundle, SMALL_PROGRAM } from './test-support/bundle.js';

let directory = '';
let base = '';
let port = 0;

beforeAll(async () => {
  directory = openTestBundle({ 'web.browser': SMALL_PROGRAM });
  await WebAppInternals.reloadClientPrograms();
  setDefaultHost(host);
  process.env.PORT = '0';
  process.env.BIND_IP = '127.0.0.1';
  process.env.ROOT_URL = 'http://localhost:3000/';
  expect(await main()).toBe('DAEMON');
  port = (WebApp.httpServer.address() as { port: number }).port;
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  delete process.env.PORT;
  delete process.env.BIND_IP;
  delete process.env.ROOT_URL;
  await hostServer().stop(100);
  removeBundle(directory);
});

const get = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: 'manual', ...init });

/** Sends bytes as they are, and gives the first line of the answer. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
  });
}

describe('without middleware', () => {
  test('whoever waits for listening hears of it, also afterwards', () => {
    let heard = 0;
    WebApp.onListening(() => heard++);
    expect(heard).toBe(1);
  });

  test('no stage has anything to do', () => {
    expect(rawStage.isEmpty()).toBe(true);
    expect(stage.isEmpty()).toBe(true);
  });

  test('page and files', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Test</title>');
    const script = await get('/0123.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(await script.text()).toBe('main()');
    expect((await get('/logo%20%C3%A4.png')).status).toBe(200);
    expect((await get('/favicon.ico')).status).toBe(404);
    expect((await get('/', { method: 'HEAD' })).status).toBe(200);
    expect((await get('/', { method: 'DELETE' })).status).toBe(405);
  });

  test('malformed requests are answered, and the server lives', async () => {
    const lines = await Promise.all([
      raw('GET // HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw('GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw('GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw('GET /__proto__ HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw('GET /__constructor/x HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'=;'.repeat(500)}\r\nUser-Agent: ${'('.repeat(2_000)}\r\n\r\n`),
      raw('GET /?meteor_css_resource=%E0%A4%A HTTP/1.1\r\nHost: a\r\n\r\n'),
    ]);
    const statuses = lines.map((line) => Number(line.split(' ')[1]));
    expect(statuses.slice(1, 3)).toEqual([400, 400]);
    expect(statuses.slice(3)).toEqual([200, 200, 200, 200]);
    expect((await get('/')).status).toBe(200);
  });
});

describe('request handlers', () => {
  test('answer with what they return', async () => {
    WebAppInternals.addRequestHandler('/test-info', () => {
      const headers = new Headers({ 'x-a': '1' });
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2');
      return Response.json({ ok: true }, { status: 201, headers });
    });
    const answer = await get('/test-info', { method: 'POST', body: 'ignored' });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.json()).toEqual({ ok: true });
  });
});

/**
 * Express's dependencies fail in a process that runs with `--conditions=import`, since `require` then gets their ES
 * modules. A test runner may set that.
 */
const canLoadExpress = typeof createRequire(import.meta.url)('is-promise') === 'function';

describe.skipIf(!canLoadExpress)('with middleware', () => {
  beforeAll(() => {
    WebApp.handlers.use('/json', WebApp.express.json());
    WebApp.handlers.post('/json', (req, res) => {
      res.json({ body: req.body, query: req.query, cookies: req.cookies });
    });
    WebApp.handlers.get('/hello/:name', (req, res) => {
      res.send(`hello ${req.params.name}`);
    });
    WebApp.handlers.get('/boom', () => {
      throw Object.assign(new Error('boom'), { status: 418 });
    });
    WebApp.connectHandlers.use('/styled', (req, res, next) => {
      Object.assign(req, { dynamicHead: '<meta name="dynamic">', dynamicBody: '<i>dynamic</i>' });
      res.statusCode = 203;
      res.setHeader('X-Passed', '1');
      setTimeout(next, 1);
    });
    WebApp.rawHandlers.use('/raw', (_req, res) => {
      res.end('raw');
    });
    WebAppInternals.meteorInternalHandlers.use('/internal', (_req, res) => {
      res.end('internal');
    });
  });

  test('Express routes, bodies, queries and cookies', async () => {
    expect(await (await get('/hello/world')).text()).toBe('hello world');
    const answer = await get('/json?a[b]=1', {
      method: 'POST',
      body: '{"x":1}',
      headers: { 'content-type': 'application/json', cookie: 'c=%C3%A4' },
    });
    expect(await answer.json()).toEqual({ body: { x: 1 }, query: { a: { b: '1' } }, cookies: { c: 'ä' } });
    expect(answer.headers.get('x-powered-by')).toBe(null);
  });

  test('raw and internal handlers', async () => {
    expect(await (await get('/raw/x')).text()).toBe('raw');
    expect(await (await get('/internal')).text()).toBe('internal');
  });

  test('what they pass on becomes the page, with what they added', async () => {
    const styled = await get('/styled/x?y=1');
    expect(styled.status).toBe(203);
    expect(styled.headers.get('x-passed')).toBe('1');
    const text = await styled.text();
    expect(text).toContain('<meta name="dynamic">\n</head>');
    expect(text).toContain('<i>dynamic</i>');
    const plain = await get('/plain');
    expect(plain.status).toBe(200);
    expect(await plain.text()).not.toContain('dynamic');
  });

  test('files go before them', async () => {
    expect(await (await get('/0123.js')).text()).toBe('main()');
  });

  test('errors', async () => {
    const { error } = console;
    console.error = () => {};
    try {
      expect((await get('/boom')).status).toBe(418);
      WebApp._suppressExpressErrors();
      const short = await get('/boom', { headers: { 'x-suppress-error': 'true' } });
      expect([short.status, await short.text()]).toEqual([418, 'An error message']);
      expect(
        (await get('/json', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })).status,
      ).toBe(400);
    } finally {
      console.error = error;
    }
  });

  test('headers for everything reach what handlers answer', async () => {
    WebAppInternals.setResponseHeaders('test', 'dynamic', { 'x-frame-options': 'DENY' });
    WebAppInternals.setResponseHeaders('test too', 'every', { 'x-content-type-options': 'nosniff' });
    const headers = async (path: string) => {
      const answer = await get(path);
      return [answer.headers.get('x-frame-options'), answer.headers.get('x-content-type-options')];
    };
    expect(await headers('/hello/you')).toEqual(['DENY', 'nosniff']);
    expect(await headers('/plain')).toEqual(['DENY', 'nosniff']);
    expect(await headers('/0123.js')).toEqual([null, 'nosniff']);
    WebAppInternals.setResponseHeaders('test', 'dynamic', null);
    WebAppInternals.setResponseHeaders('test too', 'every', null);
  });

  test('NpmModules', () => {
    expect(WebAppInternals.NpmModules.express.version).toMatch(/^5\.\d+\.\d+/);
    expect(typeof WebAppInternals.NpmModules.express.module).toBe('function');
  });

  test('a handler before all others', async () => {
    const seen: (string | undefined)[] = [];
    WebAppInternals.addRawHandler((req: IncomingMessage, _res, next) => {
      seen.push(req.url);
      next();
    });
    await get('/0123.js?x');
    await get('/any');
    expect(seen).toEqual(['/0123.js?x', '/any']);
  });
});
