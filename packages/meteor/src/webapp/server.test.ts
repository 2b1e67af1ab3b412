import type { Page } from '@bolide/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication } from './application.js';
import { WebApp, WebAppInternals } from './server.js';
import { openTestBundle, removeBundle, SMALL_PROGRAM, writeProgram } from './test-support/bundle.js';
import { requestInfo, textOf } from './test-support/requests.js';

let directory = '';
const application = createApplication(0);

beforeAll(async () => {
  directory = openTestBundle({ 'web.browser': SMALL_PROGRAM });
  await WebAppInternals.reloadClientPrograms();
});
afterAll(() => removeBundle(directory));

const page = async (url: string, request = {}) => (await application.page(requestInfo(url, request))) as Page;
const html = async (url: string, request = {}) => textOf((await page(url, request)).body);
const file = (path: string) => application.staticFiles.find(path);

describe('the page', () => {
  test('is one object for all requests', async () => {
    const first = application.page(requestInfo('/'));
    expect(first).toBe(application.page(requestInfo('/any/path?x=1')));
    expect((first as Page).shared).toBe(true);
    expect((first as Page).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('has what the program says', async () => {
    const text = await html('/');
    expect(text).toContain('<title>Test</title>');
    expect(text).toContain('<div id="app"></div>');
    expect(text).toContain('<script type="module" src="/0123.js">');
    expect(text).toContain('href="/89ab.css"');
    expect(text).not.toContain('4567.js');
  });

  test('carries the runtime configuration', async () => {
    const encoded = /JSON\.parse\(decodeURIComponent\((".*")\)\)/.exec(await html('/'))?.[1] ?? '';
    expect(WebApp.decodeRuntimeConfig(encoded)).toMatchObject({ meteorRelease: 'METEOR@3.4', isModern: true });
  });

  test('is not there for files and routes', async () => {
    expect(await page('/favicon.ico')).toBe(undefined as unknown as Page);
    expect(await page('/missing.js', { headers: { 'sec-fetch-dest': 'script' } })).toBe(undefined as unknown as Page);
    expect((await page('/missing.js', { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(200);
  });

  test('is only for GET and HEAD', async () => {
    expect((await page('/', { method: 'POST' })).status).toBe(405);
    expect((await page('/', { method: 'OPTIONS' })).headers.allow).toBe('OPTIONS, GET, HEAD');
    expect((await page('/', { method: 'HEAD' })).status).toBe(200);
  });

  test('tells clients that a resource is gone', async () => {
    const css = await page('/old.css?meteor_css_resource=true');
    expect([css.status, css.headers['content-type'], css.headers['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'no-cache',
    ]);
    expect(css.body).toContain('.meteor-css-not-found-error');
    expect((await page('/old.js?meteor_js_resource=true')).status).toBe(404);
    expect((await page('/x?meteor_dont_serve_index=true')).status).toBe(404);
  });

  test('waits while the program is paused', async () => {
    await WebAppInternals.pauseClient('web.browser');
    const waiting = page('/');
    expect(await Promise.race([waiting, Promise.resolve('still waiting')])).toBe('still waiting');
    await WebAppInternals.generateClientProgram('web.browser');
    expect((await waiting).status).toBe(200);
  });
});

describe('hooks of the page', () => {
  test('attributes of html', async () => {
    const callback = WebApp.addRuntimeConfigHook(({ encodedCurrentConfig, request }) => {
      const config = WebApp.decodeRuntimeConfig(encodedCurrentConfig);
      return WebApp.encodeRuntimeConfig({ ...config, query: request.url.query.x, seen: Number(config.seen ?? 0) + 1 });
    });
    const config = async (url: string) =>
      WebApp.decodeRuntimeConfig(/decodeURIComponent\((".*?")\)/.exec(await html(url))?.[1] ?? '');
    expect(await config('/?x=1')).toMatchObject({ query: '1', seen: 1 });
    expect(await config('/?x=2')).toMatchObject({ query: '2', seen: 1 });
    callback.stop();
    expect((await page('/')).shared).toBe(true);
  });

  test('a data callback changes one request only', async () => {
    WebAppInternals.registerBoilerplateDataCallback('test', (request, data, arch) => {
      expect(arch).toBe('web.browser');
      if (request.path !== '/special') return false;
      data.body = '<div>oyez</div>';
      data.dynamicHead = '<meta name="d">';
      data.statusCode = 404;
      data.headers = { 'X-Test': '1' };
      return true;
    });
    const special = await page('/special');
    expect(special.status).toBe(404);
    expect(special.headers['x-test']).toBe('1');
    expect(await textOf(special.body)).toContain('<meta name="d">\n</head>\n<body><div>oyez</div>');
    expect(await html('/')).toContain('<div id="app"></div>');
    expect(typeof WebAppInternals.registerBoilerplateDataCallback('test', null)).toBe('function');
    expect((await page('/')).shared).toBe(true);
  });

  test('an idle callback leaves the page in memory', async () => {
    const callback = Object.assign(() => false, { isIdle: () => true });
    WebAppInternals.registerBoilerplateDataCallback('idle', callback);
    expect((await page('/')).shared).toBe(true);
    WebAppInternals.registerBoilerplateDataCallback('idle', null);
  });

  test('getBoilerplate gives a stream', async () => {
    const { stream } = await WebAppInternals.getBoilerplate({ url: '/', browser: { name: 'x' } }, 'web.browser');
    expect(await textOf(stream)).toContain('<title>Test</title>');
  });

  test('generateBoilerplateInstance does not change the configuration', async () => {
    const instance = WebAppInternals.generateBoilerplateInstance('web.browser', [], {
      runtimeConfigOverrides: { WEBAPP_TEST_KEY: true },
    });
    expect(await instance.toHTMLAsync()).toContain('WEBAPP_TEST_KEY');
    expect(globalThis.__meteor_runtime_config__.WEBAPP_TEST_KEY).toBe(undefined);
  });
});

describe('static files', () => {
  test('hashed files are immutable', () => {
    expect(file('/0123.js')).toMatchObject({
      size: 6,
      contentType: 'application/javascript; charset=utf-8',
      caching: 'immutable',
    });
    expect(file('/0123.js')).toBe(file('/0123.js') as never);
    expect(file('/0123.js')?.etag).toMatch(/^"[0-9a-f]{40}"$/);
  });

  test('others are asked for again', () => {
    expect(file('/logo ä.png')).toMatchObject({ contentType: 'image/png', caching: 'revalidate', size: 3 });
  });

  test('files are also found below the name of their arch', () => {
    expect(file('/__browser/0123.js')?.file).toBe(file('/0123.js')?.file as string);
    expect(file('/__browser.legacy/0123.js')).toBe(undefined);
  });

  test('the manifest of the program', () => {
    const manifest = JSON.parse(String(file('/__browser/manifest.json')?.content));
    expect(manifest.version).toBe(WebApp.clientHash('web.browser'));
    expect(manifest.manifest.length).toBe(SMALL_PROGRAM.length);
  });

  test('nothing else is found', () => {
    for (const path of ['/', '/program.json', '/head.html', '/../0123.js', '/__proto__', '/constructor', '/main.js']) {
      expect(file(path)).toBe(undefined);
    }
  });
});

describe('without inline scripts', () => {
  test('configuration and additional scripts are files', async () => {
    const script = '(function () { var foo = 1; })';
    WebAppInternals.addStaticJs(script);
    const path = Object.keys(WebAppInternals.additionalStaticJs)[0] as string;
    expect(await html('/')).toContain(`<script>${script}</script>`);
    expect(file(path)).toBe(undefined);
    expect(file('/meteor_runtime_config.js')).toBe(undefined);

    await WebAppInternals.setInlineScriptsAllowed(false);
    const text = await html('/');
    expect(text).not.toContain(script);
    expect(text).not.toContain('decodeURIComponent');
    expect(text).toContain(`src="${path}"`);
    expect(text).toMatch(/src="\/meteor_runtime_config\.js\?hash=[0-9a-f]{40}"/);
    expect(file(path)).toMatchObject({ content: script, caching: 'revalidate' });
    const config = String(file('/meteor_runtime_config.js')?.content);
    expect(JSON.parse(config.slice('__meteor_runtime_config__ = '.length, -1))).toMatchObject({ isModern: true });

    await WebAppInternals.setInlineScriptsAllowed(true);
    delete WebAppInternals.additionalStaticJs[path];
    await WebAppInternals.generateBoilerplate();
  });
});

describe('options', () => {
  test('integrity hashes', async () => {
    expect(await html('/')).not.toContain('integrity');
    await WebAppInternals.enableSubresourceIntegrity();
    expect(await html('/')).toContain('src="/0123.js" integrity="sha512-SRI" crossorigin="anonymous"');
  });

  test('a prefix for scripts and style sheets', async () => {
    await WebAppInternals.setBundledJsCssPrefix('https://cdn.example');
    expect(await html('/')).toContain('src="https://cdn.example/0123.js"');
    expect(WebApp.getRefreshableAssets('web.browser')).toEqual([{ url: 'https://cdn.example/89ab.css' }]);
    await WebAppInternals.setBundledJsCssPrefix('');
  });

  test('headers on everything, and on what is not a file', async () => {
    WebAppInternals.setResponseHeaders('a', 'every', { 'x-content-type-options': 'nosniff' });
    WebAppInternals.setResponseHeaders('b', 'dynamic', { 'x-frame-options': 'DENY' });
    expect((await page('/')).headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect((await page('/')).shared).toBe(true);
    expect(file('/0123.js')?.headers).toEqual({ 'x-content-type-options': 'nosniff' });
    WebAppInternals.setResponseHeaders('a', 'every', null);
    WebAppInternals.setResponseHeaders('b', 'dynamic', null);
    expect((await page('/')).headers['x-frame-options']).toBe(undefined as never);
  });
});

describe('hashes', () => {
  test('change with what they cover', async () => {
    const hashes = () => [
      WebApp.calculateClientHash('web.browser'),
      WebApp.calculateClientHashRefreshable('web.browser'),
      WebApp.calculateClientHashNonRefreshable('web.browser'),
    ];
    const before = hashes();
    writeProgram(
      directory,
      'web.browser',
      SMALL_PROGRAM.map((f) => (f.type === 'css' ? { ...f, text: 'q{}' } : f)),
    );
    await WebAppInternals.reloadClientPrograms();
    const after = hashes();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[2]).toBe(before[2]);
    expect(WebApp.clientHash('no.such.arch')).toBe(undefined);
  });
});

describe('routes', () => {
  test('a request handler answers its path', async () => {
    WebAppInternals.addRequestHandler('/test-handler', (info) =>
      Response.json({ method: info.method }, { status: 201 }),
    );
    const answer = await page('/test-handler', { method: 'POST' });
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(await textOf(answer.body)).toBe('{"method":"POST"}');
    expect(() => WebAppInternals.addRequestHandler('/test-handler', () => new Response())).toThrow('already');
    expect(() => WebAppInternals.addRequestHandler('test-handler', () => new Response())).toThrow('begin with a slash');
  });

  test('WebSocket routes and guards', () => {
    const route = { maxMessageSize: 1 } as never;
    WebAppInternals.addWebSocketRoute((path) => path === '/test-websocket', route);
    expect(application.webSocket(requestInfo('/test-websocket'))).toBe(route);
    expect(application.webSocket(requestInfo('/other'))).toBe(undefined);
    WebAppInternals.addWebSocketGuard((request) => request.path !== '/test-websocket' || request.isEncrypted);
    expect(application.webSocket(requestInfo('/test-websocket'))).toBe(undefined);
    expect(application.webSocket(requestInfo('/test-websocket', { isEncrypted: true }))).toBe(route);
  });

  test('a stop waits for all callbacks', async () => {
    const stopped: string[] = [];
    WebAppInternals.onStopping(async () => {
      await Promise.resolve();
      stopped.push('a');
    });
    WebAppInternals.onStopping(() => void stopped.push('b'));
    await application.onStopping?.();
    expect(stopped.sort()).toEqual(['a', 'b']);
  });
});
