import { describe, expect, test } from 'vitest';
import { Base64 } from './base64.js';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('Base64', () => {
  test.each([
    ['', ''],
    ['pleasure.', 'cGxlYXN1cmUu'],
    ['leasure.', 'bGVhc3VyZS4='],
    ['easure.', 'ZWFzdXJlLg=='],
    ['asure.', 'YXN1cmUu'],
    ['sure.', 'c3VyZS4='],
  ])('%j is %j', (text, encoded) => {
    expect(Base64.encode(text)).toBe(encoded);
    expect(Base64.encode(ascii(text))).toBe(encoded);
    expect(Base64.encode(Array.from(ascii(text)))).toBe(encoded);
    expect(Base64.decode(encoded)).toEqual(ascii(text));
  });

  test('carries every byte, at every length modulo 3, by the native encoder and by the table', () => {
    for (const length of [255, 256, 257]) {
      const bytes = Uint8Array.from({ length }, (_, i) => i & 0xff);
      const encoded = Base64.encode(bytes);
      expect(encoded).toBe(Buffer.from(bytes).toString('base64'));
      expect(Base64.encode(Array.from(bytes))).toBe(encoded);
      expect(Base64.decode(encoded)).toEqual(bytes);
    }
  });

  test('encodes a view on a larger buffer, not the buffer', () => {
    expect(Base64.encode(ascii('xxpleasure.xx').subarray(2, 11))).toBe('cGxlYXN1cmUu');
  });

  test('reads text without padding', () => {
    expect(Base64.decode('ZWFzdXJlLg')).toEqual(ascii('easure.'));
  });

  test.each(['!', 'a', 'ab=c', '====', 'ab c', 'YQ=', 'YQ==YQ==', 'a-_b', 'aé=='])('refuses %j', (text) => {
    expect(() => Base64.decode(text)).toThrow('invalid base64 string');
  });

  test('refuses to encode characters beyond one byte', () => {
    expect(() => Base64.encode('€')).toThrow('ascii');
  });

  test('newBinary is zeroed', () => {
    expect(Base64.newBinary(3)).toEqual(new Uint8Array(3));
  });
});
