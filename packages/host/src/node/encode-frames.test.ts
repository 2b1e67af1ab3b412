import { describe, expect, test } from 'vitest';
import { encodeFrames, frameSize } from './encode-frames.js';

const encode = (...messages: (string | Uint8Array)[]): Buffer =>
  encodeFrames(
    messages,
    messages.reduce((size, message) => size + frameSize(message), 0),
  );

describe('encodeFrames', () => {
  test('text and binary frames, one after another', () => {
    expect(encode('hé', new Uint8Array([1, 2]), '').toString('hex')).toBe('810368c3a9820201028100');
  });

  test.each([
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ])('a text of %i bytes', (size, start) => {
    const frames = encode('x'.repeat(size));
    expect(frames.toString('hex', 0, start.length / 2)).toBe(start);
    expect(frames.length).toBe(size + start.length / 2);
    expect(frames.toString('latin1', start.length / 2)).toBe('x'.repeat(size));
  });

  test('lone surrogates become replacement characters, as long as announced', () => {
    expect(encode('\ud800').toString('hex')).toBe('8103efbfbd');
  });
});
