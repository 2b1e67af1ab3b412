import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Boilerplate, type BoilerplateManifest } from './boilerplate.js';
import type { BoilerplateData } from './types.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boilerplate-'));
  writeFileSync(join(folder, 'head.html'), '<meta name="1">\n<meteor-bundled-css />\n<meta name="2">');
  writeFileSync(join(folder, 'body.html'), '<div id="app"></div>');
  writeFileSync(join(folder, 'body-attributes.json'), '{"class":"dark"}');
  writeFileSync(join(folder, 'a.js'), 'var a = 1;');
});
afterAll(() => rmSync(folder, { recursive: true }));

const manifest: BoilerplateManifest = [
  { path: 'style.css', where: 'client', type: 'css', url: '/style.css?v="1"&w', sri: 'AAAA' },
  { path: 'chunk.js', where: 'client', type: 'js', url: '/chunk.js', loading: 'preload', sri: 'BBBB' },
  { path: 'a.js', where: 'client', type: 'js', url: '/a.js', sri: 'CCCC' },
  { path: 'main.js', where: 'client', type: 'js', url: '/main.js', loading: 'module' },
  { path: 'later.js', where: 'client', type: 'dynamic js', url: '/later.js' },
  { path: 'dynamic/x.js', where: 'client', type: 'js', url: '/dynamic/x.js' },
  { path: 'logo.png', where: 'client', type: 'asset', url: '/logo.png' },
  { path: 'head.html', where: 'internal', type: 'head' },
  { path: 'body.html', where: 'internal', type: 'body' },
  { path: 'body-attributes.json', where: 'internal', type: 'json' },
];
const make = (extension: Partial<BoilerplateData> = {}, more: object = {}) =>
  new Boilerplate('web.browser', manifest, {
    pathMapper: (path) => join(folder, path),
    baseDataExtension: { meteorRuntimeConfig: '"config123"', meteorRuntimeHash: 'abc', ...extension },
    ...more,
  });

describe('the page', () => {
  test('has head, styles, body, configuration and scripts in their places', async () => {
    const html = await make().toHTMLAsync();
    expect(html.startsWith('<!DOCTYPE html>\n<html>\n<head>\n')).toBe(true);
    const places = [
      '<meta name="1">',
      '<link rel="modulepreload" href="/chunk.js">',
      '<link rel="stylesheet" type="text/css" class="__meteor-css__" href="/style.css?v=&quot;1&quot;&amp;w">',
      '<meta name="2">',
      '</head>\n<body class="dark">',
      '<div id="app"></div>',
      '__meteor_runtime_config__ = JSON.parse(decodeURIComponent("config123"))',
      '<script type="text/javascript" src="/a.js"></script>',
      '<script type="module" src="/main.js"></script>',
      '</body>\n</html>',
    ].map((part) => html.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(html).not.toContain('later.js');
    expect(html).not.toContain('dynamic/x.js');
    expect(html).not.toContain('integrity');
  });

  test('without a placeholder the styles come first', async () => {
    const page = make();
    const html = await page.toHTMLAsync({ head: '<title>x</title>' });
    expect(html.indexOf('__meteor-css__')).toBeLessThan(html.indexOf('<title>'));
  });

  test('integrity hashes when asked for', async () => {
    const html = await make({ sriMode: 'anonymous' }).toHTMLAsync();
    expect(html).toContain('href="/chunk.js" integrity="sha512-BBBB" crossorigin="anonymous"');
    expect(html).toContain('src="/a.js" integrity="sha512-CCCC" crossorigin="anonymous"');
  });

  test('URLs are mapped and rewritten', async () => {
    const html = await make(
      { bundledJsCssUrlRewriteHook: (url) => `https://cdn.example${url}` },
      { urlMapper: (url: string) => `/v1${url}` },
    ).toHTMLAsync();
    expect(html).toContain('src="https://cdn.example/v1/a.js"');
  });

  test('without inline scripts everything is linked', async () => {
    const html = await make({
      inlineScriptsAllowed: false,
      rootUrlPathPrefix: '/app',
      additionalStaticJs: [{ pathname: '/0123.js', contents: 'var x' }],
    }).toHTMLAsync();
    expect(html).toContain('src="/app/meteor_runtime_config.js?hash=abc"');
    expect(html).toContain('src="/app/0123.js"');
    expect(html).not.toContain('var x');
    expect(html).not.toContain('config123');
  });

  test('inline scripts and styles on demand', async () => {
    const page = new Boilerplate('web.browser', [{ path: 'a.js', where: 'client', type: 'js', url: '/a.js' }], {
      pathMapper: (path) => join(folder, path),
      inline: true,
    });
    expect(await page.toHTMLAsync()).toContain('<script type="text/javascript">var a = 1;</script>');
  });

  test('attributes of html are escaped', async () => {
    const html = await make().toHTMLAsync({ htmlAttributes: { gems: '&"<', lang: 'en', hidden: true, no: null } });
    expect(html).toContain('<html gems="&amp;&quot;&lt;" lang="en" hidden>');
  });

  test('streams keep their place', async () => {
    const html = await make().toHTMLAsync({
      dynamicHead: '<title>t</title>',
      body: Readable.from(['<p>', Buffer.from('ä'), '</p>']),
      dynamicBody: '<i></i>',
    });
    expect(html).toContain('<title>t</title>\n</head>\n<body class="dark"><p>ä</p><i></i>\n');
  });

  test('a stream that fails fails the page, not the process', async () => {
    const body = new Readable({ read() {} });
    const html = make().toHTMLAsync({ body });
    body.destroy(new Error('broken'));
    await expect(html).rejects.toThrow('broken');
  });
});

test('refuses an arch that is no client', () => {
  expect(() => new Boilerplate('os', [])).toThrow('Unsupported arch: os');
});
