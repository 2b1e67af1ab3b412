import { describe, expect, test } from 'vitest';
import { WebAppHashing } from './server.js';

const manifest = [
  { path: 'a.js', where: 'client', type: 'js', hash: '1' },
  { path: 'b.css', where: 'client', type: 'css', hash: '2' },
  { path: 'head.html', where: 'internal', type: 'head', hash: '3' },
  { path: 'notes.txt', where: 'server', type: 'asset', hash: '4' },
];
const config = { PUBLIC_SETTINGS: { x: 1 } };
const hash = (files = manifest, filter?: (type: string) => boolean, override: object = config) =>
  WebAppHashing.calculateClientHash(files, filter, override as Record<string, unknown>);
const with_ = (path: string, more: object) =>
  manifest.map((file) => (file.path === path ? { ...file, ...more } : file));

describe('calculateClientHash', () => {
  test('is 40 hexadecimal digits and the same for the same input', () => {
    expect(hash()).toMatch(/^[0-9a-f]{40}$/);
    expect(hash()).toBe(hash());
  });

  test('changes with files and configuration that clients see, not with others', () => {
    expect(hash(with_('a.js', { hash: '9' }))).not.toBe(hash());
    expect(hash(with_('head.html', { hash: '9' }))).not.toBe(hash());
    expect(hash(manifest, undefined, { PUBLIC_SETTINGS: { x: 2 } })).not.toBe(hash());
    expect(hash(with_('notes.txt', { hash: '9' }))).toBe(hash());
  });

  test('the filter picks files by type', () => {
    const css = (type: string) => type === 'css';
    expect(hash(with_('a.js', { hash: '9' }), css)).toBe(hash(manifest, css));
    expect(hash(with_('b.css', { hash: '9' }), css)).not.toBe(hash(manifest, css));
  });
});

test('the Cordova hash does not depend on the order of plugins', () => {
  const hash = WebAppHashing.calculateCordovaCompatibilityHash;
  expect(hash('1.0', { a: '1', b: '2' })).toBe(hash('1.0', { b: '2', a: '1' }));
  expect(hash('1.0', { a: '1', b: '2' })).not.toBe(hash('1.0', { a: '1', b: '3' }));
});
