import { afterEach, expect, test } from 'vitest';
import { definePackage, Package, whenPackageDefined } from './package-registry.js';

interface Methods {
  _define(name: string, exports?: object, ...more: object[]): object;
  _has(name: string): boolean;
  _promise(name: string): Promise<object>;
}

const methods = Package as unknown as Methods;

afterEach(() => {
  for (const name of ['one', 'two', 'later']) delete Package[name];
});

test('lists packages only, and keeps live exports as they are', () => {
  const exports = { a: 1 };
  definePackage('one', exports);
  expect(Package.one).toBe(exports);
  expect(Object.keys(Package)).toContain('one');
  expect(Object.keys(Package)).not.toContain('_define');
  expect([methods._has('one'), methods._has('two'), methods._has('_has')]).toEqual([true, false, false]);
  expect(Package.constructor).toBe(undefined);
});

test("Meteor's _define merges, earlier arguments first", () => {
  expect(methods._define('two', { a: 1 }, { a: 2, b: 2 }, { b: 3, c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
  expect(Package.two).toEqual({ a: 1, b: 2, c: 3 });
});

test('a promise for a package that comes later, or never', async () => {
  globalThis.__meteor_bootstrap__ = { startupHooks: [], serverDir: '', configJson: {}, isFibersDisabled: true };
  const later = methods._promise('later');
  const never = whenPackageDefined('never').catch((error: Error) => error.message);
  definePackage('later', { x: 1 });
  expect(await later).toEqual({ x: 1 });
  for (const hook of globalThis.__meteor_bootstrap__.startupHooks ?? []) hook();
  expect(await never).toBe('Package never not installed');
  expect(await methods._promise('later')).toEqual({ x: 1 });
  Reflect.deleteProperty(globalThis, '__meteor_bootstrap__');
});
