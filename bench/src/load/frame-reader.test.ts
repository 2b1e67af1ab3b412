import { describe, expect, test } from 'vitest';
import { FrameReader } from './frame-reader.js';

function serverFrame(text: string, opcode = 1): Buffer {
  const payload = Buffer.from(text);
  const size = payload.length;
  if (size < 126) return Buffer.concat([Buffer.of(0x80 | opcode, size), payload]);
  if (size < 65_536) return Buffer.concat([Buffer.of(0x80 | opcode, 126, size >> 8, size & 255), payload]);
  const head = Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([head, payload]);
}

describe('FrameReader', () => {
  const texts = ['a', '', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(70_000), 'last'];
  const bytes = Buffer.concat([serverFrame('', 9), ...texts.map((text) => serverFrame(text))]);

  test.each([1, 3, 127, 4096, 1_000_000])('finds text frames in pieces of %i bytes', (size) => {
    const found: string[] = [];
    const reader = new FrameReader((data, start, end) => found.push(data.toString('utf8', start, end)));
    for (let start = 0; start < bytes.length; start += size) reader.read(bytes.subarray(start, start + size));
    expect(found).toEqual(texts);
  });

  test('says that the server closed', () => {
    const reader = new FrameReader(() => {});
    expect(() => reader.read(serverFrame('', 8))).toThrow('closed');
  });
});
