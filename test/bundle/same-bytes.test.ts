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
  const hashes = [];
  for (const place of ['here', 'some where/else']) {
    const copy = join(folder, place, 'hello');
    await cp(helloApp, copy, {
      recursive: true,
      filter: (source) => !/\/(?:node_modules|\.meteor\/local)/.test(source),
    });
    for (const name of ['ms', 'nanoid', '@node-rs']) {
      await cp(join(repository, 'node_modules', name), join(copy, 'node_modules', name), { recursive: true });
    }
    const result = await bolide(copy, 'build', '--directory', join(folder, place, 'output'));
    expect(result.code, result.stderr).toBe(0);
    hashes.push(readManifest(join(folder, place, 'output/bundle')).hashes);
  }
  expect(hashes[0]).toEqual(hashes[1]);
});
