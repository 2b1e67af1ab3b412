/** Bytes of a payload. */
export function payloadSize(data: string | Uint8Array): number {
  return typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
}

/** Bytes that a message takes on the wire as one unmasked frame. */
export function frameSize(data: string | Uint8Array): number {
  const size = payloadSize(data);
  return size + (size < 126 ? 2 : size < 65536 ? 4 : 10);
}

/**
 * Several messages as unmasked frames (RFC 6455, 5.2) in one piece, as a server sends them: strings as text frames,
 * bytes as binary frames.
 *
 * @param size sum of {@link frameSize} of all messages
 */
export function encodeFrames(messages: readonly (string | Uint8Array)[], size: number): Buffer {
  const frames = Buffer.allocUnsafe(size);
  let offset = 0;
  for (let index = 0; index < messages.length; index++) {
    const data = messages[index] as string | Uint8Array;
    const isText = typeof data === 'string';
    frames[offset] = isText ? 0x81 : 0x82;
    const length = payloadSize(data);
    if (length < 126) {
      frames[offset + 1] = length;
      offset += 2;
    } else if (length < 65536) {
      frames[offset + 1] = 126;
      frames.writeUInt16BE(length, offset + 2);
      offset += 4;
    } else {
      frames[offset + 1] = 127;
      frames.writeUInt32BE(Math.floor(length / 0x1_0000_0000), offset + 2);
      frames.writeUInt32BE(length >>> 0, offset + 6);
      offset += 10;
    }
    if (isText) frames.write(data, offset, length, 'utf8');
    else frames.set(data, offset);
    offset += length;
  }
  return frames;
}
