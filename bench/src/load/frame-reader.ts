/**
 * Finds the frames a WebSocket server sends (RFC 6455, 5.2): unmasked, without extensions.
 *
 * @param onFrame gets the bytes, and where the payload begins and ends in them; only valid during the call
 */
export class FrameReader {
  readonly #onFrame: (data: Buffer, start: number, end: number) => void;
  #rest: Buffer | undefined;

  constructor(onFrame: (data: Buffer, start: number, end: number) => void) {
    this.#onFrame = onFrame;
  }

  read(bytes: Buffer): void {
    let data = bytes;
    if (this.#rest !== undefined) {
      data = Buffer.concat([this.#rest, bytes]);
      this.#rest = undefined;
    }
    let offset = 0;
    const size = data.length;
    while (offset + 2 <= size) {
      let start = offset + 2;
      let length = (data[offset + 1] as number) & 0x7f;
      if (length === 126) {
        if (offset + 4 > size) break;
        length = data.readUInt16BE(offset + 2);
        start = offset + 4;
      } else if (length === 127) {
        if (offset + 10 > size) break;
        length = Number(data.readBigUInt64BE(offset + 2));
        start = offset + 10;
      }
      const end = start + length;
      if (end > size) break;
      const opcode = (data[offset] as number) & 0x0f;
      if (opcode === 8) throw new Error('the server closed the WebSocket');
      if (opcode === 1) this.#onFrame(data, start, end);
      offset = end;
    }
    if (offset < size) this.#rest = Buffer.from(data.subarray(offset));
  }
}
