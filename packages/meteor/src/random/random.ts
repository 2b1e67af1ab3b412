import { AleaGenerator } from './alea-generator.js';
import { CryptoGenerator } from './crypto-generator.js';
import type { RandomGenerator } from './random-generator.js';

export type { RandomGenerator } from './random-generator.js';
/** A generator that gives the same sequence for the same seeds in every runtime. Not for secrets. */
export type SeededRandomGenerator = RandomGenerator;

export interface RandomApi extends RandomGenerator {
  /**
   * A generator that gives the same sequence for the same seeds everywhere (Alea). Not for secrets.
   *
   * @param seeds One or more; each counts by what `toString()` makes of it.
   * @throws Error without seeds.
   */
  createWithSeeds(...seeds: unknown[]): SeededRandomGenerator;

  /** A fast generator with the same methods. Not for secrets. */
  readonly insecure: RandomGenerator;
}

class RandomWithSeeds extends CryptoGenerator implements RandomApi {
  #insecure: RandomGenerator | undefined;

  createWithSeeds(...seeds: unknown[]): SeededRandomGenerator {
    if (seeds.length === 0) throw new Error('No seeds were provided');
    return new AleaGenerator(seeds);
  }

  get insecure(): RandomGenerator {
    this.#insecure ??= new AleaGenerator([Date.now(), this.secret()]);
    return this.#insecure;
  }
}

/** Random numbers, ids and secrets from the cryptographic generator of the runtime. */
export const Random: RandomApi = new RandomWithSeeds();
