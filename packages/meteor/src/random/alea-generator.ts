import { RandomGenerator } from './random-generator.js';

const TWO_TO_32 = 2 ** 32;
const TWO_TO_MINUS_32 = 2 ** -32;

/**
 * Johannes Baagøe's hash "Mash" 0.9: takes texts, and after each gives a fraction that depends on all of them so far.
 */
class Mash {
  #state = 0xefc8249d;

  next(text: string): number {
    let n = this.#state;
    for (let i = 0; i < text.length; i++) {
      n += text.charCodeAt(i);
      let h = 0.02519603282416938 * n;
      n = h >>> 0;
      h = (h - n) * n;
      n = h >>> 0;
      n += (h - n) * TWO_TO_32;
    }
    this.#state = n;
    return (n >>> 0) * TWO_TO_MINUS_32;
  }
}

/**
 * Johannes Baagøe's generator "Alea" 0.9, a multiply-with-carry generator over fractions. Meteor's clients and servers
 * make ids from a shared seed with it, so the sequence for given seeds is fixed forever.
 */
export class AleaGenerator extends RandomGenerator {
  #s0: number;
  #s1: number;
  #s2: number;
  #carry = 1;

  /** @param seeds Each counts by what `toString()` makes of it. */
  constructor(seeds: readonly unknown[]) {
    super();
    const mash = new Mash();
    const state = [mash.next(' '), mash.next(' '), mash.next(' ')];
    for (const seed of seeds) {
      const text = String(seed);
      for (let i = 0; i < 3; i++) {
        const value = (state[i] as number) - mash.next(text);
        state[i] = value < 0 ? value + 1 : value;
      }
    }
    [this.#s0, this.#s1, this.#s2] = state as [number, number, number];
  }

  fraction(): number {
    const product = 2091639 * this.#s0 + this.#carry * TWO_TO_MINUS_32;
    this.#s0 = this.#s1;
    this.#s1 = this.#s2;
    this.#carry = product | 0;
    this.#s2 = product - this.#carry;
    return this.#s2;
  }
}
