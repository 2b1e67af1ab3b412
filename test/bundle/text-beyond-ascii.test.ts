import { expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { buildServer, runForJson } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';

test('text beyond ASCII in code is the same in a bundle', async () => {
  const app = await makeApp({
    'server/main.js': `
      import { exported } from './module';
      const größe = 'ü';
      const literals = ['ä…', "€", \`»\${größe}«\`, /^[à-ý]+$/.test('éü'), /^.$/u.test('😀'), '😀'.length];
      globalThis.main = () => {
        console.log(JSON.stringify({ literals, exported, key: Object.keys({ größe }) }).replace(/[^ -~]/g, (c) => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')));
        return 0;
      };
    `,
    'server/module.js': "exports.exported = 'größer als ∞';\n",
  });
  const bundle = await buildServer(app);
  for (const runtime of runtimes) {
    expect(await runForJson(bundle, runtime), runtime.name).toEqual({
      literals: ['ä…', '€', '»ü«', true, true, 2],
      exported: 'größer als ∞',
      key: ['größe'],
    });
  }
});

test('large JSON files of npm packages keep their text', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that a template literal would read
  const escaped = 'a"\\\n\u2028`${x}\\`';
  const table = { latin: 'é'.repeat(3000), wide: '漢字😀', escaped, list: [1, null, true] };
  const ascii = { text: 'a'.repeat(5000), escaped: escaped.replace('\u2028', '') };
  const app = await makeApp({
    'server/main.js': `
      import ascii from 'tables/ascii.json';
      import table from 'tables/table.json';
      globalThis.main = () => {
        console.log(JSON.stringify([table.latin.length, table.wide === '漢字😀', table.escaped, table.list, ascii]));
        return 0;
      };
    `,
    'node_modules/tables/package.json': '{ "name": "tables", "version": "1.0.0" }',
    'node_modules/tables/table.json': JSON.stringify(table),
    'node_modules/tables/ascii.json': JSON.stringify(ascii),
  });
  const bundle = await buildServer(app);
  for (const runtime of runtimes) {
    expect(await runForJson(bundle, runtime), runtime.name).toEqual([3000, true, escaped, table.list, ascii]);
  }
});
