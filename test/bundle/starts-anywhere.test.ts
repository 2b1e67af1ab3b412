import { chmod, cp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

async function answers(bundle: string, runtime: (typeof runtimes)[number], cwd = '/'): Promise<void> {
  const server = await TestServer.start(bundle, runtime, { cwd });
  try {
    expect((await fetch(server.url)).status).toBe(200);
  } finally {
    await server.stop();
  }
}

/** Takes the right to write from a folder and all below it, or gives it back. */
async function setWritable(folder: string, writable: boolean): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (writable) await chmod(folder, 0o755);
  for (const entry of entries) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? (writable ? 0o755 : 0o555) : 0o444);
  }
  if (!writable) await chmod(folder, 0o555);
}

describe.each(runtimes)('a bundle on $name', (runtime) => {
  test('starts with any working directory', async () => {
    await answers(helloBundle(), runtime, await temporaryFolder());
    await answers(helloBundle(), runtime, helloBundle());
  });

  test('starts from a read-only folder, and leaves it as it was', async () => {
    const folder = join(await temporaryFolder(), 'bundle');
    await cp(helloBundle(), folder, { recursive: true });
    const before = (await readdir(folder, { recursive: true })).sort();
    await setWritable(folder, false);
    try {
      await answers(folder, runtime);
      expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
    } finally {
      await setWritable(folder, true);
    }
  });

  test('starts after the folder was moved', async () => {
    const folder = await temporaryFolder();
    await cp(helloBundle(), join(folder, 'first'), { recursive: true });
    await answers(join(folder, 'first'), runtime);
    await rename(join(folder, 'first'), join(folder, 'sécond name'));
    await answers(join(folder, 'sécond name'), runtime);
  });

  test('starts by main.js, for tools that expect that name', async () => {
    const server = await TestServer.start(helloBundle(), runtime, { entry: 'main.js' });
    expect((await fetch(server.url)).status).toBe(200);
    await server.stop();
  });
});
