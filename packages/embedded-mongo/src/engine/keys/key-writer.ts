/** Bytes of a key under construction. */
export class KeyWriter {
  #buffer = Buffer.allocUnsafeSlow(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32BE(value >>> 0, this.#length);
  }

  /**
   * Text such that no text's bytes are the beginning of another's: ended by a zero byte, with 0 and 1 written as two
   * bytes each. The order is that of UTF-8, which is that of code points.
   */
  text(value: string): void {
    const { length } = value;
    this.#reserve(length * 6 + 1);
    const buffer = this.#buffer;
    let at = this.#length;
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 127) {
        this.#length = at;
        this.#escaped(Buffer.from(value.slice(i), 'utf8'));
        this.byte(0);
        return;
      }
      if (unit <= 1) {
        buffer[at++] = 1;
        buffer[at++] = unit + 1;
      } else {
        buffer[at++] = unit;
      }
    }
    buffer[at++] = 0;
    this.#length = at;
  }

  #escaped(utf8: Uint8Array): void {
    for (const byte of utf8) {
      if (byte <= 1) {
        this.byte(1);
        this.byte(byte + 1);
      } else {
        this.byte(byte);
      }
    }
  }

  /** Turns the order of what was written from `start` on round. */
  invertFrom(start: number): void {
    for (let i = start; i < this.#length; i++) this.#buffer[i] = ~(this.#buffer[i] as number);
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Uint8Array {
    const key = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(key, 0, 0, this.#length);
    this.#length = 0;
    return key;
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
