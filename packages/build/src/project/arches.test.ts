import { expect, test } from 'vitest';
import { archesCovered, archMatches, isClientArch } from './arches.js';

test.each([
  ['client', ['web.browser', 'web.browser.legacy', 'web.cordova']],
  ['web', ['web.browser', 'web.browser.legacy', 'web.cordova']],
  ['server', ['os']],
  ['os', ['os']],
  ['os.linux.x86_64', ['os']],
  ['modern', ['web.browser', 'web.browser.legacy']],
  ['web.browser', ['web.browser', 'web.browser.legacy']],
  ['legacy', ['web.browser.legacy', 'web.cordova']],
  ['web.cordova', ['web.cordova']],
  ['browser', []],
  ['webb', []],
])('%s covers %j', (word, arches) => {
  expect(archesCovered([word])).toEqual(arches);
});

test('several words together keep the order of the arches', () => {
  expect(archesCovered(['web.cordova', 'server'])).toEqual(['os', 'web.cordova']);
});

test('a pattern covers whole parts only', () => {
  expect(archMatches('web.browser', 'web')).toBe(true);
  expect(archMatches('web.browser', 'web.b')).toBe(false);
  expect(archMatches('web.browser', 'web.browser.legacy')).toBe(false);
});

test('all but the server are clients', () => {
  expect(isClientArch('os')).toBe(false);
  expect(isClientArch('web.cordova')).toBe(true);
});
