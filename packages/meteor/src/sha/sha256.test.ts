import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SHA256 } from './sha256.js';

const native = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('SHA256', () => {
  test('agrees with the native hash at every length around the block size', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'abcdefghij'.repeat(20).slice(0, length);
      expect(SHA256(text)).toBe(native(text));
    }
  });

  test('agrees for long texts and for the Basic Multilingual Plane', () => {
    const texts = ['x'.repeat(100_000), 'Grüezi, wie gaht’s? 汉字 ߿ࠀ'];
    for (const text of texts) expect(SHA256(text)).toBe(native(text));
  });

  test('hashes surrogates one by one, as Meteor does', () => {
    const bytes = Uint8Array.of(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80);
    expect(SHA256('😀')).toBe(native(bytes));
  });
});
