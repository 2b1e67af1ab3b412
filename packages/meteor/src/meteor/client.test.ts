import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';

type Client = typeof import('./client.js') & { holdStartup: () => () => void };

let code: string;

/** The client's code as a module of its own, since `Meteor` is one object per process and is the server's here. */
beforeAll(async () => {
  const entry = 'virtual:entry';
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    resolve: { conditionNames: ['browser', 'source', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) =>
          id === entry
            ? `export * from ${JSON.stringify(fileURLToPath(new URL('./client.ts', import.meta.url)))};
               export { holdStartup } from '@bolide/meteor/core-runtime';`
            : null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  code = output[0].code;
});

class FakeDocument extends EventTarget {
  readyState = 'loading';
}

async function loadClient(config: object, document?: FakeDocument): Promise<Client> {
  const file = join(mkdtempSync(join(tmpdir(), 'bolide-client-')), 'client.mjs');
  writeFileSync(file, code);
  const global = globalThis as Record<string, unknown>;
  const saved = { ...global };
  const names = ['__meteor_runtime_config__', 'document', 'window', 'Package', '__meteor_startup_holds__'];
  Object.assign(global, { __meteor_runtime_config__: config, Package: undefined, __meteor_startup_holds__: undefined });
  if (document) Object.assign(global, { document, window: new EventTarget() });
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    for (const name of names) {
      if (saved[name] === undefined) delete global[name];
      else global[name] = saved[name];
    }
  }
}

test('no code of the server gets into the client', () => {
  expect(code).not.toContain('node:');
  expect(code).not.toContain('process.');
});

test('the runtime config gives flags, settings, release and URLs', async () => {
  const { Meteor, meteorEnv } = await loadClient({
    meteorRelease: 'METEOR@3.4',
    gitCommitHash: 'abc',
    PUBLIC_SETTINGS: { theme: 'dark' },
    ROOT_URL: 'https://example.com/app',
    ROOT_URL_PATH_PREFIX: '/app',
    meteorEnv: { NODE_ENV: 'development', TEST_METADATA: '{"isTest":true}' },
  });
  expect(Meteor).toMatchObject({
    isClient: true,
    isServer: false,
    isDevelopment: true,
    isModern: true,
    isTest: true,
    isAppTest: false,
    release: 'METEOR@3.4',
    gitCommitHash: 'abc',
    settings: { public: { theme: 'dark' } },
  });
  expect(meteorEnv.NODE_ENV).toBe('development');
  expect(Meteor.absoluteUrl('x')).toBe('https://example.com/app/x');
});

describe('Meteor.startup on the client', () => {
  test('waits for the document and for holds; then the hooks run in order, and later ones at once', async () => {
    const document = new FakeDocument();
    const { Meteor, holdStartup } = await loadClient({}, document);
    const log: string[] = [];
    const release = holdStartup();
    Meteor.startup(() => log.push('one'));
    Meteor.startup(() => {
      log.push('two');
      Meteor.startup(() => log.push('inside of two'));
    });
    Meteor.startup(() => log.push('three'));
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(log).toEqual([]);
    release();
    release();
    expect(log).toEqual(['one', 'two', 'inside of two', 'three']);
    Meteor.startup(() => log.push('four'));
    expect(log.at(-1)).toBe('four');
  });

  test('without a hold the document is enough', async () => {
    const document = new FakeDocument();
    const { Meteor } = await loadClient({}, document);
    let ran = 0;
    Meteor.startup(() => ran++);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(ran).toBe(1);
  });
});

test('environment variables: dynamic scope for synchronous code, restored by bindEnvironment', async () => {
  const { Meteor } = await loadClient({});
  const variable = new Meteor.EnvironmentVariable<number>();
  const bound = variable.withValue(1, () => Meteor.bindEnvironment(() => variable.get()));
  expect(variable.get()).toBe(undefined);
  expect(variable.withValue(2, () => [variable.get(), bound(), variable.get()])).toEqual([2, 1, 2]);
  expect(variable._setNewContextAndGetCurrent(3)).toBe(undefined);
  expect(variable.get()).toBe(3);
  expect(Meteor._runFresh(() => variable.get())).toBe(undefined);
  Meteor._suppress_log(1);
  const failing = Meteor.bindEnvironment(() => {
    throw new Error('printed');
  });
  expect(failing()).toBe(undefined);
  expect(Meteor._suppressed_log_expected()).toBe(false);
});
