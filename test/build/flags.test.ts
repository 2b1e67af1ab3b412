import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readManifest } from '@bolide/bundle';
import { describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { bolide } from '../support/bolide.js';
import { repository } from '../support/repository.js';
import { run } from '../support/run.js';
import { runBundle } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const app = (): Promise<string> =>
  makeApp({ 'server/main.js': "globalThis.main = () => {\n  console.log('ran');\n  return 0;\n};\n" });

describe('flags of bolide build', () => {
  test('a path alone makes <app>.tar.gz, with the same bytes each time, whose bundle starts', async () => {
    const directory = await app();
    const made: Buffer[] = [];
    for (const name of ['one', 'two']) {
      const result = await bolide(directory, 'build', join('..', name), '--server-only');
      expect(result.code, result.stderr).toBe(0);
      expect(await readdir(join(directory, '..', name))).toEqual(['app.tar.gz']);
      made.push(await readFile(join(directory, '..', name, 'app.tar.gz')));
    }
    expect(made[0]?.equals(made[1] as Buffer)).toBe(true);
    const folder = await temporaryFolder();
    expect((await run('tar', ['-xzf', join(directory, '../one/app.tar.gz'), '-C', folder])).code).toBe(0);
    for (const runtime of runtimes) expect((await runBundle(join(folder, 'bundle'), runtime)).stdout).toContain('ran');
  });

  test('the target may follow --directory or stand alone, as with meteor build', async () => {
    const directory = await app();
    for (const argv of [
      ['--directory', '../a'],
      ['../b', '--directory', '--server-only'],
      ['--server-only', '--directory', '../c'],
    ]) {
      const result = await bolide(directory, 'build', ...argv);
      expect(result.code, result.stderr).toBe(0);
    }
    for (const name of ['a', 'b', 'c'])
      expect(readManifest(join(directory, '..', name, 'bundle')).format).toBe('esm-1');
  });

  test('mobile flags are accepted, with one line that they have no effect', async () => {
    const { code, stderr } = await bolide(
      await app(),
      'build',
      '--directory',
      '../out',
      '--server-only',
      '--server',
      'https://example.com',
      '--mobile-settings',
      'settings.json',
    );
    expect(code).toBe(0);
    const lines = stderr.split('\n').filter((line) => line.includes('--server'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/No effect.*--server, --mobile-settings/);
  });

  test('--debug and --architecture are told in the manifest', async () => {
    const directory = await app();
    const result = await bolide(
      directory,
      'build',
      '--directory',
      '../out',
      '--server-only',
      '--debug',
      '--architecture',
      'os.linux.aarch64',
    );
    expect(result.code, result.stderr).toBe(0);
    expect(readManifest(join(directory, '../out/bundle')).mode).toBe('development');
  });

  test('the end tells time, sizes and numbers; without a terminal there are plain lines and no colours', async () => {
    const directory = await app();
    const { stdout, stderr } = await run(
      process.execPath,
      [join(repository, 'packages/cli/bin/bolide.js'), 'build', '--directory', '../out', '--server-only'],
      { cwd: directory, env: { NO_COLOR: undefined } },
    );
    expect(stdout).toMatch(/\d+\.\d+ s, \d+ packages, \d+ modules; server [\d.]+ [kM]B/);
    expect(stderr).toMatch(/^Reading the app\nLinking the server\nWriting the bundle\n$/);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  test('settings of package.json are the bundle’s defaults, METEOR_SETTINGS goes before', async () => {
    const directory = await makeApp({
      'package.json': JSON.stringify({
        meteor: { mainModule: { server: 'server/main.js' }, settings: { public: { a: 1, b: 2 }, secret: 'default' } },
      }),
      'server/main.js': `
        import { Meteor } from 'meteor/meteor';
        globalThis.main = () => { console.log(JSON.stringify(Meteor.settings)); return 0; };
      `,
    });
    expect((await bolide(directory, 'build', '--directory', '../out', '--server-only')).code).toBe(0);
    for (const runtime of runtimes) {
      const plain = await runBundle(join(directory, '../out/bundle'), runtime);
      expect(JSON.parse(plain.stdout)).toEqual({ public: { a: 1, b: 2 }, secret: 'default' });
      const set = await runBundle(join(directory, '../out/bundle'), runtime, {
        METEOR_SETTINGS: '{"public":{"a":5},"secret":"set"}',
      });
      expect(JSON.parse(set.stdout)).toMatchObject({ public: { a: 5 }, secret: 'set' });
    }
  });

  test('--format=legacy runs the installed meteor build with the same arguments, and its exit code', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/meteor'), '#!/bin/sh\necho "meteor $*"\nexit 7\n');
    await chmod(join(folder, 'bin/meteor'), 0o755);
    const { code, stdout } = await run(
      process.execPath,
      [
        join(repository, 'packages/cli/bin/bolide.js'),
        'build',
        '--format=legacy',
        '../out',
        '--directory',
        '--server-only',
      ],
      { cwd: await app(), env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` } },
    );
    expect(code).toBe(7);
    expect(stdout).toBe('meteor build ../out --directory --server-only\n');
  });

  test('help and version', async () => {
    const folder = await temporaryFolder();
    expect((await bolide(folder, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = await bolide(folder, 'build', '--help');
    expect(help.code).toBe(0);
    for (const flag of [
      '--directory',
      '--format',
      '--server-only',
      '--debug',
      '--architecture',
      '--exclude-archs',
      '--force',
    ]) {
      expect(help.stdout).toContain(flag);
    }
  });
});
