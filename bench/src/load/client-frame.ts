/** A client must mask its frames; servers do the same work whatever the mask. */
export const MASK = Uint8Array.of(0x37, 0xfa, 0x21, 0x3d);

/** A text as one frame that a WebSocket client sends: at most 65,535 bytes. */
export function clientFrame(text: string): { readonly bytes: Buffer; readonly payloadAt: number } {
  const payload = Buffer.from(text);
  const size = payload.length;
  if (size > 65_535) throw new RangeError(`a frame of ${size} bytes is too long`);
  const head = size < 126 ? Buffer.of(0x81, 0x80 | size) : Buffer.of(0x81, 0x80 | 126, size >> 8, size & 0xff);
  for (let index = 0; index < size; index++) payload[index] = (payload[index] as number) ^ (MASK[index % 4] as number);
  return { bytes: Buffer.concat([head, MASK, payload]), payloadAt: head.length + MASK.length };
}
