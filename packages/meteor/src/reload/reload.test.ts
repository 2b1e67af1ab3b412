import { describe, expect, test } from 'vitest';
import { createReload } from './create-reload.js';
import { findSessionStorage, reloadPage } from './page.js';

const KEY = 'Meteor_Reload';

/** A tab: storage that outlives loads, and a count of its loads. */
function createTab(kept?: string) {
  const items = new Map<string, string>();
  if (kept !== undefined) items.set(KEY, kept);
  const warnings: unknown[] = [];
  let reloads = 0;
  let onReload = () => {};
  return {
    items,
    warnings,
    reloads: () => reloads,
    nextReload: () => new Promise<void>((resolve) => (onReload = resolve)),
    load: (storage: 'works' | 'is full' | 'is missing' = 'works') =>
      createReload({
        storage:
          storage === 'is missing'
            ? null
            : {
                getItem: (key) => items.get(key) ?? null,
                setItem: (key, value) => {
                  if (storage === 'is full') throw new Error('full');
                  items.set(key, value);
                },
                removeItem: (key) => items.delete(key),
              },
        reloadPage: () => {
          reloads++;
          onReload();
        },
        warn: (...message) => warnings.push(message[0]),
        debug: () => {},
      }),
  };
}

describe('migration', () => {
  test('carries data of providers to the next load, once', () => {
    const tab = createTab();
    const first = tab.load();
    first._onMigrate('a', () => [true, { foo: 'bar' }]);
    first._onMigrate('b', () => [true]);
    first._onMigrate(() => [true, 'without name']);
    expect(first._migrate()).toBe(true);
    expect(JSON.parse(first._getData() ?? '')).toEqual({ data: { a: { foo: 'bar' } }, reload: true });

    const second = tab.load();
    expect(second._migrationData('a')).toEqual({ foo: 'bar' });
    expect([second._migrationData('b'), second._migrationData('toString')]).toEqual([undefined, undefined]);
    expect(second._getData()).toBeNull();
    expect(tab.load()._migrationData('a')).toBeUndefined();
  });

  test('waits for all providers, unless it is to be immediate', () => {
    const reload = createTab().load();
    let ready = false;
    reload._onMigrate('slow', () => [ready, 1]);
    reload._onMigrate('never answers', () => undefined);
    reload._onMigrate('fast', () => [true, 2]);
    expect(reload._migrate()).toBe(false);
    expect(reload._getData()).toBeNull();
    ready = true;
    expect(reload._migrate()).toBe(false);
    expect(reload._migrate(undefined, { immediateMigration: true })).toBe(true);
    expect(JSON.parse(reload._getData() ?? '').data).toEqual({ slow: 1, fast: 2 });
  });

  test.each(['nonsense', '5', 'null', '{"reload":true,"data":null}', '{"reload":false,"data":{"a":1}}', '[]'])(
    'ignores %s in the storage',
    (kept) => {
      expect(createTab(kept).load()._migrationData('a')).toBeUndefined();
    },
  );

  test('warns when the state cannot be kept, and reloads all the same', () => {
    for (const storage of ['is full', 'is missing'] as const) {
      const tab = createTab();
      const reload = tab.load(storage);
      reload._onMigrate('a', () => [true, 1]);
      expect(reload._migrate()).toBe(true);
      expect(tab.warnings).toHaveLength(1);
    }
  });

  test('throws when the state is no JSON', () => {
    const tab = createTab();
    const reload = tab.load();
    reload._onMigrate('a', () => [true, 1n]);
    expect(() => reload._migrate()).toThrow(TypeError);
    expect(tab.warnings).toEqual(["Couldn't serialize data for migration"]);
  });

  test('_onMigrate requires a function', () => {
    expect(() =>
      createTab()
        .load()
        ._onMigrate('name', undefined as never),
    ).toThrow('requires a function');
  });

  test('_withFreshProvidersForTest', () => {
    const reload = createTab().load();
    reload._onMigrate('a', () => [false]);
    reload._withFreshProvidersForTest(() => {
      expect(reload._migrate()).toBe(true);
    });
    expect(reload._migrate()).toBe(false);
  });
});

describe('_reload', () => {
  test('reloads once all are ready, and only once', async () => {
    const tab = createTab();
    const reload = tab.load();
    const polls: unknown[] = [];
    let retry = () => {};
    reload._onMigrate('slow', (again, options) => {
      retry = again;
      polls.push(options);
      return [polls.length > 1, 'state'];
    });
    reload._reload({});
    reload._reload({});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([polls.length, tab.reloads()]).toEqual([1, 0]);
    const reloaded = tab.nextReload();
    retry();
    retry();
    await reloaded;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([polls.length, tab.reloads()]).toEqual([2, 1]);
    expect(tab.load()._migrationData('slow')).toBe('state');
  });
});

describe('the page', () => {
  test.each([
    ['http://a/b', '', 'replace http://a/b'],
    ['http://a/b#c', '#c', 'reload'],
    ['http://a/b#', '', 'reload'],
  ])('%s', (href, hash, done) => {
    let called = '';
    reloadPage({
      href,
      hash,
      reload: () => {
        called = 'reload';
      },
      replace: (url) => {
        called = `replace ${url}`;
      },
    });
    expect(called).toBe(done);
  });

  test('there is no storage where looking at it throws', () => {
    expect(findSessionStorage()).toBeNull();
  });
});
