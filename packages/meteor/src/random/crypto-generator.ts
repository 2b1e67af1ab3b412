import { RandomGenerator } from './random-generator.js';

const TWO_TO_MINUS_32 = 2 ** -32;
const POOL_SIZE = 256;

/**
 * Draws from `crypto.getRandomValues`, which Node, Bun and browsers have. Words are fetched a pool at a time, since
 * the call costs more than the bytes; each word is erased when it is used.
 */
export class CryptoGenerator extends RandomGenerator {
  // Made at first use: on import there may be nothing to draw yet.
  #pool: Uint32Array<ArrayBuffer> | undefined;
  #used = POOL_SIZE;

  fraction(): number {
    return this.#word() * TWO_TO_MINUS_32;
  }

  #word(): number {
    this.#pool ??= new Uint32Array(POOL_SIZE);
    if (this.#used === POOL_SIZE) {
      crypto.getRandomValues(this.#pool);
      this.#used = 0;
    }
    const word = this.#pool[this.#used] as number;
    this.#pool[this.#used++] = 0;
    return word;
  }
}
