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
