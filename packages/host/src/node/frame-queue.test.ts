import { describe, expect, test } from 'vitest';
import { FrameQueue } from './frame-queue.js';

function encode(...messages: (string | Uint8Array)[]): Buffer {
  const queue = new FrameQueue();
  for (const message of messages) queue.push(message);
  const { size } = queue;
  const frames = queue.take();
  expect([frames.length, queue.size, queue.messages.length]).toEqual([size, 0, 0]);
  return frames;
}

describe('FrameQueue', () => {
  test('text and binary frames, one after another', () => {
    expect(encode('hé', new Uint8Array([1, 2]), '', 'ab').toString('hex')).toBe('810368c3a982020102810081026162');
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

  test('can be used again, and emptied', () => {
    const queue = new FrameQueue();
    queue.push('one');
    queue.take();
    queue.push('two');
    expect([queue.size, queue.messages]).toEqual([5, ['two']]);
    expect(queue.take().toString('latin1')).toBe('\x81\x03two');
    queue.push('three');
    queue.clear();
    expect([queue.size, queue.take().length]).toEqual([0, 0]);
  });
});
