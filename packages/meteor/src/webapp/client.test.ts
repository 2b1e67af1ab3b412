import { afterEach, expect, test } from 'vitest';
import { WebApp } from './client.js';

const scope = globalThis as { document?: unknown };
const original = scope.document;
afterEach(() => {
  if (original === undefined) delete scope.document;
  else scope.document = original;
});

const sheet = (...selectors: string[]) => ({ cssRules: selectors.map((selectorText) => ({ selectorText })) });
const MISSING = sheet('.meteor-css-not-found-error');
const FOREIGN = {
  get cssRules(): never {
    throw new Error('SecurityError');
  },
};

test('_isCssLoaded: whether the page has style sheets that are not stand-ins', () => {
  const loaded = (...styleSheets: unknown[]) => {
    scope.document = { styleSheets };
    return WebApp._isCssLoaded();
  };
  expect(loaded()).toBe(true);
  expect(loaded(sheet('p'))).toBe(true);
  expect(loaded(MISSING)).toBe(false);
  expect(loaded(MISSING, sheet('p'))).toBe(true);
  expect(loaded(FOREIGN)).toBe(true);
});
