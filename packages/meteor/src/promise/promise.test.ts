import { expect, test } from 'vitest';
import { Promise as MeteorPromise } from './index.js';

test('promise has the native Promise', () => {
  const promise: MeteorPromise<number> = MeteorPromise.resolve(1);
  expect(promise).toBeInstanceOf(globalThis.Promise);
});
