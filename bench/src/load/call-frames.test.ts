import { describe, expect, test } from 'vitest';
import { CallFrames, ID_DIGITS } from './call-frames.js';
import { clientFrame } from './client-frame.js';

/** Texts of masked frames. */
function unmask(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    expect(bytes[offset]).toBe(0x81);
    let size = (bytes[offset + 1] as number) & 0x7f;
    expect((bytes[offset + 1] as number) & 0x80).toBe(0x80);
    offset += 2;
    if (size === 126) {
      size = bytes.readUInt16BE(offset);
      offset += 2;
    }
    const mask = bytes.subarray(offset, offset + 4);
    const payload = bytes.subarray(offset + 4, offset + 4 + size);
    texts.push(Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] as number))).toString());
    offset += 4 + size;
  }
  return texts;
}

describe('frames of a client', () => {
  test.each([0, 1, 125, 126, 5000])('mask a text of %i bytes', (size) => {
    const text = 'é'.repeat(size >> 1) + 'x'.repeat(size & 1);
    expect(unmask(clientFrame(text).bytes)).toEqual([text]);
  });

  test('are refused when they are too long', () => {
    expect(() => clientFrame('x'.repeat(65_536))).toThrow(RangeError);
  });

  test('of calls are complete messages with ids that never repeat', () => {
    const frames = new CallFrames(20, { deep: ['value'] });
    const ids = new Set<string>();
    for (const count of [1, 20, 7, 20, 20, 20, 20, 1]) {
      const texts = unmask(frames.next(count));
      expect(texts).toHaveLength(count);
      for (const text of texts) {
        const { id, ...rest } = JSON.parse(text) as { id: string };
        expect(rest).toEqual({ msg: 'method', method: 'echo', params: [{ deep: ['value'] }] });
        expect(id).toHaveLength(ID_DIGITS);
        ids.add(id);
      }
    }
    expect(ids.size).toBe(109);
  });
});
