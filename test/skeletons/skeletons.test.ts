import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { bolide } from '../support/bolide.js';
import { TestDdp } from '../support/ddp.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * Meteor's own skeletons, unmodified, from a git repository of meteor/meteor that BOLIDE_METEOR_REPOSITORY names. They
 * are not ours to keep here, so these tests are skipped without it. docs/compatibility.md tells how to run them.
 */
const repository = process.env.BOLIDE_METEOR_REPOSITORY;
const run = promisify(execFile);

async function extractSkeleton(name: string): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'source'));
  const git = existsSync(join(repository as string, '.git')) ? join(repository as string, '.git') : repository;
  const archive = join(folder, 'skeleton.tar');
  await run('git', [`--git-dir=${git}`, 'archive', '-o', archive, 'HEAD', `tools/static-assets/skel-${name}`]);
  await run('tar', ['-xf', archive, '-C', join(folder, 'source')]);
  const app = join(folder, 'source/tools/static-assets', `skel-${name}`);
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: app });
  return app;
}

describe.skipIf(!repository).each(['minimal', 'bare'])('the skeleton %s of Meteor, unmodified', (name) => {
  test('builds, and its server answers on both runtimes', { timeout: 180_000 }, async () => {
    const app = await extractSkeleton(name);
    const result = await bolide(app, 'build', '--directory', join(app, '../output'));
    expect(result.code, result.stderr).toBe(0);
    for (const runtime of runtimes) {
      const server = await TestServer.start(join(app, '../output/bundle'), runtime);
      const page = await fetch(server.url);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).toContain('<script type="module"');
      if (name === 'minimal') {
        expect(html).toContain('Minimal Meteor app');
        expect(html).toContain('Server time: ');
        expect(server.output).toContain('Greetings from /server/main.js!');
      }
      const client = await TestDdp.connect(server.url);
      expect((await client.call('no-such-method')).error).toMatchObject({ error: 404 });
      await client.close();
      expect(await server.stop()).toBe(0);
    }
  });
});
