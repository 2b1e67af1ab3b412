import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeWrittenFiles, writeFiles } from '../testing/write-files.js';
import { type Side, walkApp, walkAssets } from './walk-app.js';

afterAll(removeWrittenFiles);

async function walked(directory: string, side: Side) {
  const warnings = new Set<string>();
  const { files } = await walkApp(directory, side, warnings);
  return { files: [...files].sort(), warnings: [...warnings] };
}

test('special folders and files', async () => {
  const directory = writeFiles({
    'a.js': '',
    'client/a.js': '',
    'server/a.js': '',
    'feature/client/a.js': '',
    'feature/server/a.js': '',
    'feature/public/a.js': '',
    'feature/packages/a.js': '',
    'imports/server/a.js': '',
    'imports/both.js': '',
    'tests/a.js': '',
    'feature/tests/a.js': '',
    'node_modules/a/index.js': '',
    'feature/node_modules/a/index.js': '',
    'packages/a/package.js': '',
    'programs/a.js': '',
    'public/a.js': '',
    'private/a.js': '',
    'cordova-build-override/a.js': '',
    '.hidden/a.js': '',
    '.hidden.js': '',
    'backup.js~': '',
    '#emacs.js#': '',
    'mobile-config.js': '',
    'feature/mobile-config.js': '',
  });
  const both = ['a.js', 'feature/mobile-config.js', 'feature/packages/a.js', 'feature/public/a.js', 'imports/both.js'];
  expect(await walked(directory, 'server')).toEqual({
    files: [...both, 'feature/server/a.js', 'imports/server/a.js', 'server/a.js'].sort(),
    warnings: [],
  });
  expect((await walked(directory, 'client')).files).toEqual([...both, 'client/a.js', 'feature/client/a.js'].sort());
});

test('.meteorignore at the top and below', async () => {
  const directory = writeFiles({
    '.meteorignore': '# comment\n*.stories.js\n/build/\ndrafts/\n!drafts/kept.js\n',
    'a.js': '',
    'a.stories.js': '',
    'build/a.js': '',
    'feature/build/a.js': '',
    'feature/drafts/a.js': '',
    'feature/.meteorignore': '/only-here.js\n*.tmp.js\n!keep.tmp.js\n',
    'feature/only-here.js': '',
    'feature/deep/only-here.js': '',
    'feature/deep/x.tmp.js': '',
    'feature/deep/keep.tmp.js': '',
    'feature/b.stories.js': '',
    'x.tmp.js': '',
  });
  expect((await walked(directory, 'server')).files).toEqual([
    'a.js',
    'feature/build/a.js',
    'feature/deep/keep.tmp.js',
    'feature/deep/only-here.js',
    'x.tmp.js',
  ]);
});

test('symbolic links are followed, each folder once, real places first', async () => {
  const outside = writeFiles({ 'o.js': '' });
  const directory = writeFiles({
    'client/shared': { linkTo: '../zz' },
    'zz/a.js': '',
    'linked.js': { linkTo: 'zz/a.js' },
    outside: { linkTo: outside },
    'server/outside': { linkTo: outside },
    'client/outside': { linkTo: outside },
  });
  expect(await walked(directory, 'client')).toEqual({
    files: ['linked.js', 'outside/o.js', 'zz/a.js'],
    warnings: [],
  });
  expect((await walked(directory, 'server')).files).toEqual(['linked.js', 'outside/o.js', 'zz/a.js']);
});

test('cycles, dangling links and case collisions are remarked', async () => {
  const directory = writeFiles({
    'a/b/up': { linkTo: '..' },
    'a/b/c.js': '',
    self: { linkTo: 'self' },
    'gone.js': { linkTo: 'nowhere.js' },
    'a/Readme.js': '',
    'a/README.js': '',
  });
  const { files, warnings } = await walked(directory, 'server');
  expect(files).toEqual(['a/README.js', 'a/Readme.js', 'a/b/c.js']);
  expect(warnings.sort()).toEqual([
    'a/b/up: the symbolic link leads back to a folder around it; it was not followed.',
    'a: README.js and Readme.js differ only in upper and lower case; on macOS and Windows one of them is lost.',
    'gone.js is a symbolic link that leads nowhere; it was passed over.',
    'self is a symbolic link that leads nowhere; it was passed over.',
  ]);
});

test('what is neither file nor folder is remarked', async () => {
  const directory = writeFiles({ 'a.js': '' });
  const server = createServer().listen(join(directory, 'socket.js'));
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    expect(await walked(directory, 'server')).toEqual({
      files: ['a.js'],
      warnings: ['socket.js is neither a file nor a folder; it was passed over.'],
    });
  } finally {
    server.close();
  }
});

// The superuser may read everything.
test.skipIf(process.getuid?.() === 0)('unreadable files and folders are refused', async () => {
  const withFile = writeFiles({ 'a/secret.js': '' });
  chmodSync(join(withFile, 'a/secret.js'), 0);
  await expect(walked(withFile, 'server')).rejects.toThrow('a/secret.js cannot be read: no permission');
  const withFolder = writeFiles({ 'a/b/c.js': '' });
  chmodSync(join(withFolder, 'a/b'), 0);
  await expect(walked(withFolder, 'server')).rejects.toThrow('a/b cannot be read: no permission');
});

test('assets keep dot-folders and every name that links give', async () => {
  const directory = writeFiles({
    'public/.well-known/security.txt': '',
    'public/a/x.txt': '',
    'public/b': { linkTo: 'a' },
    'public/a/loop': { linkTo: '../a' },
    'public/.DS_Store': '',
    'public/tests/node_modules/x.txt': '',
  });
  const warnings = new Set<string>();
  const { files } = await walkAssets(join(directory, 'public'), directory, warnings);
  expect([...files].sort()).toEqual(['.well-known/security.txt', 'a/x.txt', 'b/x.txt', 'tests/node_modules/x.txt']);
  expect([...warnings]).toEqual([
    'public/a/loop: the symbolic link leads back to a folder around it; it was not followed.',
    'public/b/loop: the symbolic link leads back to a folder around it; it was not followed.',
  ]);
});
