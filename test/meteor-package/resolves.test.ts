import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.js';
import { run } from '../support/run.js';
import { runtimes } from '../support/runtimes.js';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.js';

/** A folder in which the platform packages are installed under the name `meteor`, as with `npm:@bolide/meteor`. */
async function folderWithMeteor(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  await writeFiles(folder, files);
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(repository, 'packages/meteor'), join(folder, 'node_modules/meteor'));
  return folder;
}

const script = `
  import { EJSON } from 'meteor/ejson';
  import { Meteor } from 'meteor/meteor';
  import { check, Match } from 'meteor/check';
  import { Random } from 'meteor/random';
  check(Random.id(), Match.Where((id) => id.length === 17));
  console.log(JSON.stringify([Meteor.isServer, EJSON.stringify({ at: new Date(5) })]));
`;

test.each(runtimes)('meteor/… resolves with plain $name, without a build', async ({ command }) => {
  const folder = await folderWithMeteor({ 'script.mjs': script });
  const { code, stdout, stderr } = await run(command, [join(folder, 'script.mjs')], { cwd: folder });
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual([true, '{"at":{"$date":5}}']);
});

async function typeCheck(source: string): Promise<{ code: number | null; stdout: string }> {
  const folder = await folderWithMeteor({
    'package.json': '{ "type": "module" }',
    'main.ts': source,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2022',
        types: [],
        lib: ['es2023', 'dom'],
        skipLibCheck: true,
      },
      files: ['main.ts'],
    }),
  });
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  return run(process.execPath, [tsc, '-p', folder], { cwd: folder });
}

test('types come with it, for both sides', async () => {
  const { code, stdout } = await typeCheck(`
    import { check, Match } from 'meteor/check';
    import { DDP } from 'meteor/ddp';
    import { EJSON } from 'meteor/ejson';
    import { Meteor } from 'meteor/meteor';
    import { ReactiveDict } from 'meteor/reactive-dict';
    import { ReactiveVar } from 'meteor/reactive-var';
    import { onPageLoad } from 'meteor/server-render';
    import { Tracker } from 'meteor/tracker';
    import { WebApp } from 'meteor/webapp';

    Meteor.methods({
      async 'tasks.rename'(id: string, title: unknown) {
        check(title, Match.OneOf(String, null));
        const renamed: string | null = title;
        if (!this.userId) throw new Meteor.Error('not-allowed', 'Log in first.', { id });
        this.unblock();
        return renamed;
      },
    });
    Meteor.publish('tasks', function (limit: number) {
      this.added('tasks', 'a', { limit });
      this.onStop(() => {});
      this.ready();
    });
    Meteor.startup(async () => {
      const count = new ReactiveVar(0);
      const dict = new ReactiveDict();
      Tracker.autorun((computation) => {
        const value: number = count.get();
        dict.set('value', value);
        if (computation.firstRun) Meteor.subscribe('tasks', value, { onReady() {} }).ready();
      });
      const result: unknown = await Meteor.callAsync('tasks.rename', 'a', null);
      EJSON.stringify(result as never);
      const status: string = Meteor.status().status;
      DDP.connect('http://localhost:3000').disconnect();
      WebApp.handlers.get('/hello', (request, response) => response.end(request.url + status));
      onPageLoad((sink) => sink.appendToBody('<p></p>'));
    });
    const url: string = Meteor.absoluteUrl('a', { secure: true });
    const id = Meteor.setTimeout(() => url, 10);
    Meteor.clearTimeout(id);
  `);
  expect(stdout).toBe('');
  expect(code).toBe(0);
});

test('types refuse what is wrong', async () => {
  const { stdout } = await typeCheck(`
    import { Meteor } from 'meteor/meteor';
    import { ReactiveVar } from 'meteor/reactive-var';
    const text: string = new ReactiveVar(1).get();
    Meteor.absoluteUrl(5);
    Meteor.noSuchMember();
    export { text };
  `);
  expect(stdout).toMatch(/main\.ts\(4,.*TS2322/);
  expect(stdout).toMatch(/main\.ts\(5,.*TS2345|main\.ts\(5,.*TS2769/);
  expect(stdout).toMatch(/main\.ts\(6,.*TS2339/);
});
