import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeApp } from '../support/app.js';
import { helloBundle } from '../support/hello-bundle.js';
import { run } from '../support/run.js';
import { buildServer, runBundle, runForJson } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe.each(runtimes)('boot on $name', (runtime) => {
  test('stack traces show the original file, line and column', async () => {
    const app = await makeApp({
      'server/main.js':
        "import { fail } from './fail';\nglobalThis.main = async () => {\n  await null;\n  fail('now' as never);\n};\n".replace(
          ' as never',
          '',
        ),
      'server/fail.ts':
        '// a comment\n\ninterface Unused {\n  a: string;\n}\n\nexport function fail(why: string): never {\n  throw new TypeError(why);\n}\n',
    });
    const { code, stderr } = await runBundle(await buildServer(app), runtime);
    expect(code).toBe(1);
    expect(stderr).toMatch(/TypeError: now/);
    expect(stderr).toMatch(/app\/server\/fail\.ts:8:9/);
    expect(stderr).toMatch(/app\/server\/main\.js:4:3/);
    expect(stderr).not.toMatch(/app\/main\.mjs/);
  });

  test('an error while a module is evaluated shows the original place too, and ends with code 1', async () => {
    const app = await makeApp({
      'server/main.js': "import './early.ts';\n",
      'server/early.ts': '\n\nthrow new Error("too early" as string);\n',
    });
    const { code, stderr } = await runBundle(await buildServer(app), runtime);
    expect(code).toBe(1);
    expect(stderr).toMatch(/too early/);
    expect(stderr).toMatch(/app\/server\/early\.ts:3:7/);
  });

  test('the globals of old code are there', async () => {
    const app = await makeApp({
      'server/main.js': `
        import { Meteor } from 'meteor/meteor';
        globalThis.main = () => {
          const bootstrap = globalThis.__meteor_bootstrap__;
          console.log(JSON.stringify({
            same: Package.meteor.Meteor === Meteor,
            release: __meteor_runtime_config__.meteorRelease,
            hooks: bootstrap.startupHooks,
            directory: bootstrap.serverDir.length > 0,
            others: ['Meteor', 'EJSON', 'WebApp'].filter((name) => name in globalThis),
          }));
          return 0;
        };
      `,
    });
    expect(await runForJson(await buildServer(app), runtime)).toEqual({
      same: true,
      release: 'METEOR@3.4',
      hooks: null,
      directory: true,
      others: [],
    });
  });

  test('startup hooks run in order, each awaited, then main; its number is the exit code', async () => {
    const app = await makeApp({
      'server/main.js': `
        import { Meteor } from 'meteor/meteor';
        const order = [];
        Meteor.startup(async () => { await new Promise((resolve) => setTimeout(resolve, 10)); order.push(1); });
        Meteor.startup(() => { order.push(2); Meteor.startup(() => order.push('inside')); });
        Meteor.startup(() => order.push(3));
        globalThis.main = () => { console.log(JSON.stringify(order)); return 7; };
      `,
    });
    const { code, stdout } = await runBundle(await buildServer(app), runtime);
    expect(code).toBe(7);
    const order = JSON.parse(stdout) as unknown[];
    expect(order.filter((entry) => typeof entry === 'number')).toEqual([1, 2, 3]);
    expect(order).toContain('inside');
  });

  test('an error in a startup hook ends the process with code 1', async () => {
    const app = await makeApp({
      'server/main.js':
        "import { Meteor } from 'meteor/meteor';\nMeteor.startup(() => {\n  throw new Error('hook failed');\n});\nglobalThis.main = () => 0;\n",
    });
    const { code, stderr } = await runBundle(await buildServer(app), runtime);
    expect(code).toBe(1);
    expect(stderr).toMatch(/hook failed[\s\S]*app\/server\/main\.js:3:9/);
  });

  test('every module has finished before main runs: top-level await anywhere', async () => {
    const app = await makeApp(
      {
        'packages/slow/package.js':
          "Package.describe({ name: 'slow' });\nPackage.onUse((api) => { api.use('ecmascript'); api.mainModule('slow.js'); api.export('Slow'); });\n",
        'packages/slow/slow.js':
          'export const Slow = { done: false };\nawait new Promise((resolve) => setTimeout(resolve, 50));\nSlow.done = true;\n',
        'server/main.js': `
          import './nested';
          const seen = Slow.done;
          globalThis.main = () => { console.log(JSON.stringify([seen, globalThis.nestedDone])); return 0; };
        `,
        'server/nested.js': 'await new Promise((resolve) => setTimeout(resolve, 30));\nglobalThis.nestedDone = true;\n',
      },
      ['meteor', 'slow'],
    );
    expect(await runForJson(await buildServer(app), runtime)).toEqual([true, true]);
  });

  test('server.mjs loads everything without starting; a custom host goes in between', async () => {
    const script = join(await temporaryFolder(), 'custom.mjs');
    await writeFile(
      script,
      `
        import { EventEmitter } from 'node:events';
        import { bootPackages, runMain } from ${JSON.stringify(join(helloBundle(), 'server.mjs'))};
        const packages = await bootPackages();
        let listened = false;
        const httpServer = Object.assign(new EventEmitter(), { listening: false, address: () => null, close() {}, setTimeout() {} });
        const host = {
          name: 'custom',
          createServer: () => ({
            httpServer,
            async listen(application, target) {
              const page = await application.page({ method: 'GET', path: '/', query: '', url: '/', header: () => undefined, headers: {}, clientAddress: '::1', isEncrypted: false });
              console.log(JSON.stringify({ packages: Object.keys(packages).includes('hello:greeter'), port: target.port, status: page.status }));
              listened = true;
              return { url: 'custom:' };
            },
            async stop() {},
          }),
          onStopSignal: () => () => {},
        };
        await runMain({ host });
        if (!listened) process.exit(3);
        process.exit(0);
      `,
    );
    const { code, stdout, stderr } = await run(runtime.command, [script], {
      env: { PORT: '4321', ROOT_URL: 'http://localhost:4321' },
    });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({ packages: true, port: 4321, status: 200 });
  });
});
