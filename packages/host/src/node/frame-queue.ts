/**
 * Messages that wait to be written as unmasked frames (RFC 6455, 5.2), as a server sends them: strings as text frames,
 * bytes as binary frames. All of them become one piece, which costs far less than a write for each.
 */
export class FrameQueue {
  /** Bytes of all frames. */
  size = 0;
  #messages: (string | Uint8Array)[] = [];
  /** Bytes of each payload; counting those of a string takes about as long as writing it. */
  #lengths: number[] = [];

  get messages(): readonly (string | Uint8Array)[] {
    return this.#messages;
  }

  push(data: string | Uint8Array): void {
    const length = typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
    this.#messages.push(data);
    this.#lengths.push(length);
    this.size += length + (length < 126 ? 2 : length < 65536 ? 4 : 10);
  }

  clear(): void {
    this.#messages.length = 0;
    this.#lengths.length = 0;
    this.size = 0;
  }

  /** Everything that waits in one piece; the queue is empty afterwards. */
  take(): Buffer {
    const frames = Buffer.allocUnsafe(this.size);
    const messages = this.#messages;
    let offset = 0;
    for (let index = 0; index < messages.length; index++) {
      const data = messages[index] as string | Uint8Array;
      const length = this.#lengths[index] as number;
      const isText = typeof data === 'string';
      frames[offset] = isText ? 0x81 : 0x82;
      offset = writeLength(frames, offset + 1, length);
      if (!isText) frames.set(data, offset);
      // As many bytes as characters: nothing but ASCII, for which this is the faster way.
      else if (length === data.length) frames.write(data, offset, length, 'latin1');
      else frames.write(data, offset, length, 'utf8');
      offset += length;
    }
    this.clear();
    return frames;
  }
}

/** Returns the offset of what follows. */
function writeLength(frames: Buffer, offset: number, length: number): number {
  if (length < 126) {
    frames[offset] = length;
    return offset + 1;
  }
  if (length < 65536) {
    frames[offset] = 126;
    frames[offset + 1] = length >>> 8;
    frames[offset + 2] = length & 0xff;
    return offset + 3;
  }
  frames[offset] = 127;
  frames.writeUInt32BE(Math.floor(length / 0x1_0000_0000), offset + 1);
  frames.writeUInt32BE(length >>> 0, offset + 5);
  return offset + 9;
}
