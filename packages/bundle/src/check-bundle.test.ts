import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBundle } from './check-bundle.js';
import { writeTestBundle } from './test-bundle.js';

const kinds = async (directory: string) => (await checkBundle(directory)).map(({ path, kind }) => `${kind} ${path}`);

test('a bundle as it was written has no problems', async () => {
  expect(await kinds(await writeTestBundle())).toEqual([]);
});

test('finds changed, missing and unlisted files', async () => {
  const directory = await writeTestBundle();
  writeFileSync(join(directory, 'app/main.mjs'), 'evil();\n');
  rmSync(join(directory, 'programs/web.browser/app.js.br'));
  writeFileSync(join(directory, 'app/more.mjs'), '');
  expect(await kinds(directory)).toEqual([
    'changed app/main.mjs',
    'unlisted app/more.mjs',
    'missing programs/web.browser/app.js.br',
  ]);
});

test('a file without a hash', async () => {
  const directory = await writeTestBundle();
  const file = join(directory, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  delete manifest.hashes['index.mjs'];
  manifest.hashes['../outside'] = '00';
  writeFileSync(file, JSON.stringify(manifest));
  expect(await kinds(directory)).toEqual(['outside ../outside', 'unhashed index.mjs']);
});

test('a link that leaves the bundle', async () => {
  const directory = await writeTestBundle();
  const file = join(directory, 'assets/app/a.txt');
  rmSync(file);
  symlinkSync('/etc/hosts', file);
  expect(await kinds(directory)).toContain('outside assets/app/a.txt');
});
