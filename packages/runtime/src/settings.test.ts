import { afterEach, describe, expect, test } from 'vitest';
import { openBundle } from './running-bundle.js';
import { readSettings } from './settings.js';

function withDefaults(settings: Record<string, unknown>) {
  openBundle({
    directory: '/bundle',
    manifest: {
      format: 'esm-1',
      generator: 'test',
      mode: 'production',
      packages: [],
      app: { module: 'app/main.mjs', assets: {} },
      clientArches: {},
      externals: {},
      hashes: {},
      settings,
    },
  });
}

afterEach(() => withDefaults({}));

describe('readSettings', () => {
  test('nothing set: only an empty public part', () => {
    expect(readSettings({})).toEqual({ public: {} });
  });

  test('METEOR_SETTINGS are merged into the defaults of the bundle, which stay as they are', () => {
    const defaults = { a: { b: 1, c: [1, 2] }, public: { theme: 'light' } };
    withDefaults(defaults);
    const settings = readSettings({ METEOR_SETTINGS: '{"a":{"c":[3]},"d":null}' });
    expect(settings).toEqual({ a: { b: 1, c: [3] }, d: null, public: { theme: 'light' } });
    settings.public.theme = 'changed';
    expect(defaults.public.theme).toBe('light');
  });

  test('METEOR_SETTINGS_<PATH> goes before all, key by key', () => {
    withDefaults({ apiUrl: 'a', public: { theme: 'light', other: 1 } });
    const settings = readSettings({
      METEOR_SETTINGS_PUBLIC_THEME: 'dark',
      METEOR_SETTINGS_APIURL: 'https://api.example.com',
      METEOR_SETTINGS_NEWONE_DEEP: '{"beta":true}',
      METEOR_SETTINGS_COUNT: '7',
      METEOR_SETTINGS_ID: '12345678901234567890',
      METEOR_SETTINGS_: 'ignored',
    });
    expect(settings).toEqual({
      apiUrl: 'https://api.example.com',
      public: { theme: 'dark', other: 1 },
      newone: { deep: { beta: true } },
      count: 7,
      id: '12345678901234567890',
    });
  });

  test('nothing reaches the prototype of objects', () => {
    const settings = readSettings({
      METEOR_SETTINGS: '{"__proto__":{"polluted":1},"public":{"__proto__":{"polluted":1}}}',
      METEOR_SETTINGS_CONSTRUCTOR_PROTOTYPE_POLLUTED: '1',
    });
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
    expect(settings.public.polluted).toBe(undefined);
    expect(settings.constructor).toEqual({ prototype: { polluted: 1 } });
  });

  test.each([
    ['{"secret": "geheim"', 'Line 1, column 20: it ends too early'],
    ['{\n  "secret": "geheim",\n}', 'Line 3, column 1: a name in double quotes was expected'],
    ["{'secret': 1}", 'a name in double quotes was expected'],
    ['{"secret": \'geheim\'}', 'texts need double quotes'],
    ['{"secret" "geheim"}', 'a colon was expected'],
    ['{"secret": "geheim" "x": 1}', 'a comma or the end was expected'],
    ['{"secret": geheim}', 'a value was expected'],
    ['{"secret": "geheim', 'a text is not closed'],
    ['{} geheim', 'there is more after the end'],
    ['"geheim"', 'is a string. It must be a JSON object'],
    ['[1]', 'is an array. It must be a JSON object'],
    ['null', 'is null. It must be a JSON object'],
  ])('%j: names the place, and never the value', (text, message) => {
    const read = () => readSettings({ METEOR_SETTINGS: text });
    expect(read).toThrow(message);
    expect(read).toThrow('METEOR_SETTINGS');
    expect(read).not.toThrow('geheim');
  });
});
