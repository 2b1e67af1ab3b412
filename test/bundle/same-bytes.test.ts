import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '@bolide/bundle';
import { expect, test } from 'vitest';
import { bolide } from '../support/bolide.js';
import { buildHello, helloApp, helloBundle } from '../support/hello-bundle.js';
import { repository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('the same input gives the same bytes, into another folder', async () => {
  const again = await buildHello(await temporaryFolder());
  expect(readManifest(again).hashes).toEqual(readManifest(helloBundle()).hashes);
  expect(await readFile(join(again, 'manifest.json'))).toEqual(await readFile(join(helloBundle(), 'manifest.json')));
});

test('the bytes do not depend on where the app lies', async () => {
  const folder = await temporaryFolder();
  const copy = join(folder, 'elsewhere', 'hello');
  await cp(helloApp, copy, { recursive: true, filter: (source) => !source.includes('/.meteor/local') });
  await cp(join(repository, 'node_modules/ms'), join(copy, 'node_modules/ms'), { recursive: true });
  await cp(join(repository, 'node_modules/nanoid'), join(copy, 'node_modules/nanoid'), { recursive: true });
  await cp(join(repository, 'node_modules/@node-rs'), join(copy, 'node_modules/@node-rs'), { recursive: true });
  const result = await bolide(copy, 'build', '--directory', join(folder, 'output'));
  expect(result.code, result.stderr).toBe(0);
  expect(readManifest(join(folder, 'output/bundle')).hashes).toEqual(readManifest(helloBundle()).hashes);
});
