import { createHash } from 'node:crypto';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ClientFile, ClientProgram } from '@bolide/bundle';
import { describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { bolide } from '../support/bolide.js';
import { repository } from '../support/repository.js';

interface BuiltClient {
  readonly files: readonly ClientFile[];
  readonly read: (file: ClientFile | undefined) => Promise<string>;
  readonly folder: string;
}

async function buildClient(
  files: Record<string, string>,
  options: { argv?: string[]; packages?: string[]; arch?: string } = {},
): Promise<BuiltClient> {
  const app = await makeApp(
    {
      'package.json': JSON.stringify({
        name: 'sample',
        meteor: { mainModule: { client: 'client/main.js', server: 'server/main.js' } },
      }),
      'client/main.js': '',
      'client/main.html': '<head>\n<title>Sample</title>\n</head>\n<body>\n<p>Hello</p>\n</body>\n',
      ...files,
    },
    ['meteor', 'webapp', 'static-html', ...(options.packages ?? [])],
  );
  await symlink(join(repository, 'node_modules'), join(app, 'node_modules'));
  const result = await bolide(app, 'build', '--directory', join(app, '../output'), ...(options.argv ?? []));
  if (result.code !== 0) throw new Error(result.stderr);
  const folder = join(app, '../output/bundle/programs', options.arch ?? 'web.browser');
  const program = JSON.parse(await readFile(join(folder, 'program.json'), 'utf8')) as ClientProgram;
  expect(program.format).toBe('web-program-pre1');
  return {
    files: program.manifest,
    folder,
    read: (file) => readFile(join(folder, file?.path ?? 'no such file'), 'utf8'),
  };
}

const ofType = (client: BuiltClient, type: ClientFile['type']): ClientFile | undefined =>
  client.files.find((file) => file.type === type);
const entry = (client: BuiltClient): ClientFile | undefined => client.files.find((file) => file.loading === 'module');

describe('the client program', () => {
  test('has head and body of all HTML files, hashed scripts, hashes, sizes and SRI', async () => {
    const client = await buildClient({
      'client/more.html':
        '<head><meta name="more" content="a"></head>\n<!-- a comment -->\n<body class="wide"><p>More</p></body>',
      'client/main.js': 'console.log("a script with some text in it");',
    });
    expect(await client.read(ofType(client, 'head'))).toMatch(
      /<title>Sample<\/title>[\s\S]*<meta name="more"|<meta name="more"[\s\S]*<title>/,
    );
    expect(await client.read(ofType(client, 'body'))).toMatch(/<p>Hello<\/p>/);
    expect(await client.read(ofType(client, 'body'))).toMatch(/<p>More<\/p>/);
    for (const file of client.files) {
      const data = await readFile(join(client.folder, file.path));
      expect(file.size).toBe(data.byteLength);
      expect(file.hash).toBe(createHash('sha1').update(data).digest('hex'));
      expect(file.sri).toBe(createHash('sha512').update(data).digest('base64'));
      if (file.cacheable) expect(file.path).toMatch(/^[\w-]{16}\.\w+$/);
    }
    const script = await client.read(entry(client));
    expect(script).toContain('a script with some text in it');
    expect(script).toContain('document.body.setAttribute');
  });

  test('code is split at import(), minified, and compressed beside', async () => {
    const client = await buildClient({
      'client/main.js': "import('./lazy').then(({ aLongLocalName }) => aLongLocalName());",
      'client/lazy.js': 'export function aLongLocalName(parameterName) { return "lazily loaded " + parameterName; }',
    });
    const lazy = client.files.filter((file) => file.type === 'dynamic js');
    expect(lazy).toHaveLength(1);
    expect(await client.read(lazy[0])).toContain('lazily loaded');
    expect(await client.read(lazy[0])).not.toContain('parameterName');
    const main = entry(client);
    expect(await client.read(main)).not.toContain('lazily loaded');
    expect(main?.encodings?.map((form) => form.encoding)).toEqual(['br', 'gzip']);
    const original = await readFile(join(client.folder, main?.path ?? ''));
    for (const form of main?.encodings ?? []) {
      const data = await readFile(join(client.folder, form.path));
      expect(data.byteLength).toBe(form.size);
      expect(form.encoding === 'br' ? brotliDecompressSync(data) : gunzipSync(data)).toEqual(original);
    }
  });

  test('style sheets: @import, assets by url(), PostCSS, eager and imported ones in one file', async () => {
    const client = await buildClient({
      'client/main.js': "import './imported.css';",
      'client/imported.css': '@import "./base.css";\n.imported { background: url(./picture.svg); color: replaced; }',
      'client/base.css': '.base { margin: 0 }',
      'client/eager.css': '.eager { margin: 1px }',
      'client/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'postcss.config.cjs': `module.exports = { plugins: [{ postcssPlugin: 'replace', Declaration(declaration) { if (declaration.value === 'replaced') declaration.value = 'teal'; } }] };`,
    });
    const sheets = client.files.filter((file) => file.type === 'css');
    expect(sheets).toHaveLength(1);
    const css = await client.read(sheets[0]);
    for (const rule of ['.base', '.imported', '.eager', 'teal']) expect(css).toContain(rule);
    expect(css).not.toContain('@import');
    const picture = ofType(client, 'asset');
    expect(css).toContain(picture?.path);
    expect(await client.read(picture)).toContain('<svg');
  });

  test('Less and Sass, when the app has them', async () => {
    const client = await buildClient(
      {
        'client/main.js': "import './styles.less';\nimport './styles.scss';",
        'client/styles.less': '@width: 10px;\n.less { .inner { width: @width * 2 } }',
        'client/styles.scss': '$width: 11px;\n.sass { .inner { width: $width * 2 } }',
      },
      { packages: ['less'] },
    );
    const css = await client.read(ofType(client, 'css'));
    expect(css).toMatch(/\.less \.inner\s*\{\s*width:\s*20px/);
    expect(css).toMatch(/\.sass \.inner\s*\{\s*width:\s*22px/);
  });

  test('public/ is served under its own names', async () => {
    const client = await buildClient({ 'public/folder/a file.txt': 'public', 'public/robots.txt': 'robots' });
    const urls = client.files.filter((file) => file.type === 'asset').map((file) => file.url);
    expect(urls).toEqual(expect.arrayContaining(['/robots.txt']));
    expect(urls.some((url) => decodeURIComponent(url ?? '') === '/folder/a file.txt')).toBe(true);
    expect(client.files.find((file) => file.url === '/robots.txt')?.cacheable).toBe(false);
  });

  test('assets of packages are served where Meteor serves them', async () => {
    const client = await buildClient(
      {
        'packages/with-assets/package.js':
          "Package.describe({ name: 'some:assets' });\nPackage.onUse((api) => { api.addAssets('images/a.svg', 'client'); api.addAssets('secret.txt', 'server'); });\n",
        'packages/with-assets/images/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'packages/with-assets/secret.txt': 'secret',
      },
      { packages: ['some:assets'] },
    );
    const asset = client.files.find((file) => file.url === '/packages/some_assets/images/a.svg');
    expect(await client.read(asset)).toContain('<svg');
    expect(client.files.some((file) => file.url?.includes('secret'))).toBe(false);
  });

  test('--debug: readable code with source maps', async () => {
    const client = await buildClient(
      { 'client/main.js': 'function aLongName(parameterName) { return parameterName; }\nconsole.log(aLongName);' },
      { argv: ['--debug'] },
    );
    const main = entry(client);
    expect(await client.read(main)).toContain('parameterName');
    const map = JSON.parse(await readFile(join(client.folder, main?.sourceMap ?? ''), 'utf8')) as { sources: string[] };
    expect(map.sources.some((source) => source.endsWith('client/main.js'))).toBe(true);
  });

  test('--legacy: one script without modules', async () => {
    const client = await buildClient(
      {
        'client/main.js': "import('./lazy').then(({ lazy }) => console.log(lazy ?? `none`));",
        'client/lazy.js': 'export const lazy = "lazy text";',
      },
      { argv: ['--legacy'], arch: 'web.browser.legacy' },
    );
    const scripts = client.files.filter((file) => file.type === 'js');
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.loading).toBeUndefined();
    const script = await client.read(scripts[0]);
    expect(script).toContain('lazy text');
    expect(script).not.toMatch(/\?\?/);
    expect(() => new Function(script)).not.toThrow();
  });

  test('--exclude-archs and --server-only leave clients out', async () => {
    await expect(buildClient({}, { argv: ['--exclude-archs', 'web.browser'] })).rejects.toThrow('program.json');
    await expect(buildClient({}, { argv: ['--server-only'] })).rejects.toThrow('program.json');
  });

  test('HTML that is not static-html says where', async () => {
    await expect(buildClient({ 'client/bad.html': '<head></head>\n<div>no</div>\n' })).rejects.toThrow(
      /client\/bad\.html:2.*<div>/,
    );
    await expect(buildClient({ 'client/bad.html': '<!DOCTYPE html>\n<head></head>\n' })).rejects.toThrow(
      /bad\.html:1.*DOCTYPE/,
    );
    await expect(buildClient({ 'client/bad.html': '<body>\n<p>\n' })).rejects.toThrow(/bad\.html:1.*not closed/);
  });

  test('a syntax error and an import that leads nowhere, as on the server', async () => {
    await expect(buildClient({ 'client/main.js': 'const = 1;' })).rejects.toThrow(/client\/main\.js:1:\d+/);
    await expect(buildClient({ 'client/main.js': "import './nowhere';" })).rejects.toThrow(
      /nowhere[\s\S]*client\/main\.js/,
    );
    await expect(buildClient({ 'client/main.js': "import 'not-installed';" })).rejects.toThrow(
      /npm install not-installed/,
    );
  });
});
