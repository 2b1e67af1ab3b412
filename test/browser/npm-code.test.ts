import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { bolide } from '../support/bolide.js';
import { npmManifest } from '../support/results.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { launchBrowser, noBrowser, TestBrowser } from './support/browser.js';

/** The construct of the npm package meteor-node-stubs, with three modules. */
const stubs = {
  'node_modules/meteor-node-stubs/package.json': npmManifest('meteor-node-stubs'),
  'node_modules/meteor-node-stubs/index.js': 'module.exports = require("./map.json");',
  'node_modules/meteor-node-stubs/map.json':
    '{ "buffer": "buffer/", "crypto": "../wrappers/crypto.js", "fs": null, "path": "path-browserify", "util": "util/util.js" }',
  'node_modules/meteor-node-stubs/wrappers/crypto.js':
    'exports.name = "crypto of " + require("buffer").Buffer.from("stubs");',
  'node_modules/meteor-node-stubs/node_modules/buffer/package.json': npmManifest('buffer'),
  'node_modules/meteor-node-stubs/node_modules/buffer/index.js':
    'exports.Buffer = { from: (text) => "<" + text + ">" };',
  'node_modules/meteor-node-stubs/node_modules/path-browserify/package.json': npmManifest('path-browserify'),
  'node_modules/meteor-node-stubs/node_modules/path-browserify/index.js':
    'exports.join = (...parts) => parts.join("/");',
  'node_modules/meteor-node-stubs/node_modules/util/package.json': npmManifest('util'),
  'node_modules/meteor-node-stubs/node_modules/util/util.js': 'exports.inspect = () => "inspected";',
};

const mainModules = { mainModule: { client: 'client/main.js', server: 'server/main.js' } };

describe.skipIf(noBrowser)('npm code in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Builds the app, opens it, and gives what its client put into the global `results`. */
  async function resultsOf(files: Record<string, string>, meteor: object = mainModules): Promise<unknown> {
    const app = await makeApp(
      {
        'package.json': JSON.stringify({
          name: 'sample',
          meteor,
        }),
        'client/main.html': '<body><p id="text">Hello</p></body>\n',
        ...files,
        'server/main.js': '',
      },
      ['meteor-base', 'static-html'],
    );
    const built = await bolide(app, 'build', '--directory', join(app, '../output'));
    if (built.code !== 0) throw new Error(built.stderr);
    const [node] = runtimes;
    if (!node) throw new Error('no runtime');
    const server = await TestServer.start(join(app, '../output/bundle'), node);
    try {
      const tab = await TestBrowser.open(browser);
      const page = await tab.visit(server.url);
      await page.waitForFunction(() => (globalThis as { results?: unknown }).results !== undefined);
      return await page.evaluate(() => (globalThis as { results?: unknown }).results);
    } finally {
      await server.stop();
    }
  }

  test('Node’s modules from meteor-node-stubs, from npm, or as a package’s browser field says', async () => {
    const results = await resultsOf({
      ...stubs,
      'client/main.js': `
        import { join } from 'path';
        import { inspect } from 'node:util';
        import fs from 'fs';
        import crypto from 'crypto';
        import EventEmitter from 'events';
        import isomorphic from 'isomorphic';
        let missing;
        try { require('child_process'); } catch (error) { missing = error.code; }
        globalThis.results = [
          join('a', 'b'), inspect(), Object.keys(fs), crypto.name, EventEmitter, isomorphic, missing, Buffer.from('global'),
          process.env.NODE_ENV, process.env.NOTHING, process.platform, global === globalThis,
        ];
      `,
      'node_modules/events/package.json': npmManifest('events'),
      'node_modules/events/index.js': 'module.exports = "events of npm";',
      'node_modules/isomorphic/package.json': npmManifest('isomorphic', {
        main: './server.js',
        browser: { './server.js': './browser.js', buffer: false, path: './path.js' },
      }),
      'node_modules/isomorphic/server.js': 'throw new Error("not for browsers");',
      'node_modules/isomorphic/path.js': 'module.exports = "own path";',
      'node_modules/isomorphic/browser.js':
        'module.exports = [typeof Buffer, require("buffer").Buffer === undefined, require("path")];',
    });
    expect(results).toEqual([
      'a/b',
      'inspected',
      [],
      'crypto of <stubs>',
      'events of npm',
      [expect.any(String), true, 'own path'],
      'MODULE_NOT_FOUND',
      '<global>',
      'production',
      undefined,
      'browser',
      true,
    ]);
  });

  test('style sheets, fonts and images of npm packages, workers, computed imports, recompiled code', async () => {
    const results = await resultsOf(
      {
        'client/main.js': `
        import 'theme/dist/theme.css';
        import image from './image.svg';
        import recompiled from 'recompiled';
        const page = 'one';
        const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        (async () => {
          const answer = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
          worker.postMessage(20);
          globalThis.results = [
            getComputedStyle(document.querySelector('#text')).color,
            (await fetch(image)).headers.get('content-type'),
            await answer,
            (await import(\`./pages/\${page}.js\`)).default,
            recompiled('text'),
          ];
        })();
      `,
        'client/image.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'client/worker.js': 'import { double } from "doubling";\nonmessage = ({ data }) => postMessage(double(data));',
        'client/pages/one.js': 'export default "page one";',
        'node_modules/theme/package.json': npmManifest('theme', { sideEffects: false }),
        'node_modules/theme/dist/theme.css': '@import "./base.css";\n#text { background: url(./dot.svg); }',
        'node_modules/theme/dist/base.css': '#text { color: rgb(1, 2, 3); }',
        'node_modules/theme/dist/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'node_modules/doubling/package.json': npmManifest('doubling', { type: 'module', exports: './index.js' }),
        'node_modules/doubling/index.js': 'export const double = (value) => value * 2;',
        'node_modules/recompiled/package.json': npmManifest('recompiled'),
        'node_modules/recompiled/index.js': `
        /** @jsxRuntime classic */
        /** @jsx element */
        const element = (name, attributes, ...children) => [name, ...children].join(' ');
        export default (text) => <p>{text}</p>;
      `,
      },
      { ...mainModules, nodeModules: { recompile: { recompiled: true } } },
    );
    expect(results).toEqual(['rgb(1, 2, 3)', 'image/svg+xml', 40, 'page one', 'p text']);
  });

  test('what files in client/compatibility declare is global', async () => {
    const results = await resultsOf(
      {
        'client/main.js':
          'globalThis.results = [OldLibrary.name, globalThis.OldLibrary === OldLibrary, typeof window.oldName];',
        'client/compatibility/old.js': 'var OldLibrary = { name: oldName() };\nfunction oldName() { return "old"; }',
      },
      {},
    );
    expect(results).toEqual(['old', true, 'function']);
  });
});

test('without meteor-node-stubs, Node’s modules are refused, with the importer', async () => {
  const app = await makeApp(
    {
      'package.json': JSON.stringify({
        name: 'sample',
        meteor: { mainModule: { client: 'client/main.js', server: 'server/main.js' } },
      }),
      'client/main.js': "import 'uses-fs';\n",
      'server/main.js': '',
      'node_modules/uses-fs/package.json': npmManifest('uses-fs', { type: 'module', exports: './index.js' }),
      'node_modules/uses-fs/index.js': "import { readFileSync } from 'node:fs';\nreadFileSync('/');\n",
    },
    ['meteor-base'],
  );
  const built = await bolide(app, 'build', '--directory', join(app, '../output'));
  expect(built.code).toBe(1);
  expect(built.stderr).toContain('Cannot find "node:fs" for the client, imported by the npm package "uses-fs"');
  expect(built.stderr).toContain('npm install meteor-node-stubs');
});
