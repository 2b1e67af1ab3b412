import { expect, test } from 'vitest';
import { runBundle, SPAWN_TIMEOUT, writeRunnableBundle } from './testing/runnable-bundle.js';

test.each([
  ['a startup hook', `import { onStartup } from '../bolide/runtime.mjs'; onStartup(() => new Promise(() => {}));`],
  ['a module of the app', 'await new Promise(() => {});'],
])(
  '%s that waits for ever: the process does not end without a word',
  async (_what, code) => {
    const directory = await writeRunnableBundle({ files: { 'app/main.mjs': `globalThis.main = () => 0; ${code}` } });
    const outcome = await runBundle('node', directory);
    expect(outcome).toMatchObject({ code: 13, stdout: '' });
    expect(outcome.stderr).toContain('The server has not started');
  },
  SPAWN_TIMEOUT,
);
