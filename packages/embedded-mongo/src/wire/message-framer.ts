import { HEADER_BYTES, MAX_MESSAGE_BYTES } from './limits.js';
import { ProtocolError } from './protocol-error.js';

/** Cuts the bytes of a connection into messages. Copies only what a message spans over several chunks. */
export class MessageFramer {
  #chunks: Buffer[] = [];
  #buffered = 0;

  /** Bytes that wait to become a message. */
  get bufferedBytes(): number {
    return this.#buffered;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
  }

  /**
   * The next whole message, or `undefined` until more bytes come.
   * @throws ProtocolError if its length is impossible.
   */
  next(): Buffer | undefined {
    if (this.#buffered < HEADER_BYTES) return undefined;
    const length = this.#peekLength();
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
      throw new ProtocolError(`A message cannot be ${length} bytes long`);
    }
    return this.#buffered < length ? undefined : this.#take(length);
  }

  #peekLength(): number {
    const first = this.#chunks[0];
    if (first && first.length >= 4) return first.readInt32LE(0);
    // The first chunks are tiny, else they would hold the four bytes: joining them is cheap.
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined.readInt32LE(0);
  }

  #take(length: number): Buffer {
    this.#buffered -= length;
    const first = this.#chunks[0];
    if (first && first.length >= length) {
      if (first.length === length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(length);
      return first.subarray(0, length);
    }
    const message = Buffer.allocUnsafe(length);
    let filled = 0;
    let used = 0;
    for (const chunk of this.#chunks) {
      const wanted = Math.min(chunk.length, length - filled);
      chunk.copy(message, filled, 0, wanted);
      filled += wanted;
      if (wanted < chunk.length) {
        this.#chunks[used] = chunk.subarray(wanted);
        break;
      }
      used += 1;
      if (filled === length) break;
    }
    this.#chunks.splice(0, used);
    return message;
  }
}
