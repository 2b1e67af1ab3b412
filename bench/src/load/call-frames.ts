import { clientFrame, MASK } from './client-frame.js';

/** Every id has as many digits, so that all frames of calls, and all of their answers, have the same length. */
export const ID_DIGITS = 7;

const ZERO = 48;
const NINE = 57;

/**
 * Frames of calls of one method, made before they are needed: only the digits of the ids change.
 * The value is what the method echoes.
 */
export class CallFrames {
  readonly #frames: Buffer;
  readonly #size: number;
  /** Where the first frame's id begins. */
  readonly #idAt: number;
  readonly #idMask: Uint8Array;
  readonly #digits = new Uint8Array(ID_DIGITS).fill(ZERO);

  /** @param most calls that are sent at once */
  constructor(most: number, value: unknown) {
    this.#digits[0] = ZERO + 1;
    const id = '0'.repeat(ID_DIGITS);
    const text = JSON.stringify({ msg: 'method', id, method: 'echo', params: [value] });
    const { bytes, payloadAt } = clientFrame(text);
    const idInPayload = text.indexOf(`"${id}"`) + 1;
    this.#size = bytes.length;
    this.#idAt = payloadAt + idInPayload;
    this.#idMask = Uint8Array.from({ length: ID_DIGITS }, (_, index) => MASK[(idInPayload + index) % 4] as number);
    this.#frames = Buffer.concat(Array.from({ length: most }, () => bytes));
  }

  /** Frames of the next `count` calls. They are valid until the next call of this method. */
  next(count: number): Buffer {
    const frames = this.#frames;
    const digits = this.#digits;
    const mask = this.#idMask;
    for (let index = 0, at = this.#idAt; index < count; index++, at += this.#size) {
      this.#increment();
      for (let digit = 0; digit < ID_DIGITS; digit++) {
        frames[at + digit] = (digits[digit] as number) ^ (mask[digit] as number);
      }
    }
    return frames.subarray(0, count * this.#size);
  }

  #increment(): void {
    const digits = this.#digits;
    let at = ID_DIGITS - 1;
    while (at > 0 && digits[at] === NINE) digits[at--] = ZERO;
    digits[at] = (digits[at] as number) + 1;
  }
}
