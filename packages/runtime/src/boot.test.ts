import { describe, expect, test } from 'vitest';
import { runBundle, runtimes, SPAWN_TIMEOUT, writeRunnableBundle } from './testing/runnable-bundle.js';

describe.each(runtimes)('a bundle on %s', (runtime) => {
  test(
    'runs hooks in order, then main with the arguments; its number is the exit code',
    async () => {
      const directory = await writeRunnableBundle({
        files: {
          'app/main.mjs': `
          import { definePackage, onStartup } from '../bolide/runtime.mjs';
          onStartup(async () => { await null; await null; console.log('first'); onStartup(() => console.log('added')); });
          onStartup(() => console.log('second'));
          definePackage('webapp', { main(...argv) {
            onStartup(() => console.log('at once'));
            console.log('main', argv, __meteor_bootstrap__.startupHooks);
            return 3;
          } });
          await new Promise((resolve) => setTimeout(resolve, 10));
          console.log('loaded');`,
        },
        start: `await runMain({ argv: ['a', 'b'] });`,
      });
      const { stdout, code } = await runBundle(runtime, directory);
      expect(stdout.replaceAll('"', "'").replace(/\s+/g, ' ').trim()).toBe(
        "loaded first second added at once main [ 'a', 'b' ] null",
      );
      expect(code).toBe(3);
    },
    SPAWN_TIMEOUT,
  );

  test(
    'DAEMON keeps the process; METEOR_PARENT_PID must be a process id',
    async () => {
      const directory = await writeRunnableBundle({
        files: {
          'app/main.mjs': `
          globalThis.main = () => { setTimeout(() => { console.log('still here'); process.exit(7); }, 20); return 'DAEMON'; };`,
        },
      });
      expect(await runBundle(runtime, directory)).toEqual({ stdout: 'still here\n', stderr: '', code: 7 });
      const wrong = await runBundle(runtime, directory, { METEOR_PARENT_PID: 'me' });
      expect(wrong).toMatchObject({ stdout: '', code: 1 });
      expect(wrong.stderr).toBe('METEOR_PARENT_PID is "me". It must be a whole number from 1 to 2147483647.\n');
    },
    SPAWN_TIMEOUT,
  );

  test.each([
    ['no main', '', 'Program has no main() function.'],
    [
      'two mains',
      `definePackage('a', { main() {} }); definePackage('b', { main() {} });`,
      'more than one main() function: a, b',
    ],
    ['a hook that fails', `onStartup(async () => { throw new Error('hook failed'); });`, 'hook failed'],
    ['a main that fails', `definePackage('a', { main() { throw new Error('main failed'); } });`, 'main failed'],
  ])(
    '%s: a message and code 1',
    async (_name, code, message) => {
      const directory = await writeRunnableBundle({
        files: { 'app/main.mjs': `import { definePackage, onStartup } from '../bolide/runtime.mjs';\n${code}` },
      });
      const outcome = await runBundle(runtime, directory);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain(message);
    },
    SPAWN_TIMEOUT,
  );

  test(
    'bad variables and settings end the process before anything is loaded, and secrets are not printed',
    async () => {
      const directory = await writeRunnableBundle({ files: { 'app/main.mjs': `console.log('loaded');` } });
      const port = await runBundle(runtime, directory, { PORT: '80a' });
      expect(port).toEqual({
        stdout: '',
        stderr: 'PORT is "80a". It must be a whole number from 0 to 65535.\n',
        code: 1,
      });
      const settings = await runBundle(runtime, directory, { METEOR_SETTINGS: '{"key": "geheim", }' });
      expect(settings).toMatchObject({ stdout: '', code: 1 });
      expect(settings.stderr).toContain('METEOR_SETTINGS are not valid JSON. Line 1, column 19:');
      expect(settings.stderr).not.toContain('geheim');
      expect(settings.stderr.trim().split('\n')).toHaveLength(1);
    },
    SPAWN_TIMEOUT,
  );

  test(
    'the globals are there before the app, and are the registry',
    async () => {
      const directory = await writeRunnableBundle({
        manifest: { meteorRelease: 'METEOR@3.4', appId: 'abc', gitCommitHash: '12ab' },
        files: {
          'app/main.mjs': `
          import { definePackage, Package as registry } from '../bolide/runtime.mjs';
          definePackage('x', { main: () => 0 });
          console.log(JSON.stringify([Package === registry, Object.keys(Package), Package._has('x'), __meteor_runtime_config__,
            __meteor_bootstrap__.isFibersDisabled, __meteor_bootstrap__.configJson.appId, process.env.APP_ID]));`,
        },
      });
      const { stdout } = await runBundle(runtime, directory);
      expect(JSON.parse(stdout)).toEqual([
        true,
        ['x'],
        true,
        { meteorRelease: 'METEOR@3.4', gitCommitHash: '12ab', appId: 'abc' },
        true,
        'abc',
        'abc',
      ]);
    },
    SPAWN_TIMEOUT,
  );
});
