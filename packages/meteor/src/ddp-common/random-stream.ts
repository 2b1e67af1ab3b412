import { Random } from '@bolide/meteor/random';

type Seed = string | number | (() => string | number);
/** A generator of pseudo-random values, as `Random.createWithSeeds` makes it. */
export type RandomSequence = ReturnType<typeof Random.createWithSeeds>;

/** Something that random streams belong to; a method invocation is one. */
export interface RandomStreamScope {
  randomStream?: RandomStream | null;
  readonly randomSeed?: Seed | readonly Seed[] | null;
}

function resolveSeed(seed: Seed): string | number {
  return typeof seed === 'function' ? seed() : seed;
}

/**
 * Named sequences of pseudo-random values, all grown from one seed. A method and its stub that share the seed draw the
 * same values from the sequence of the same name, so documents made on the client get the same identifiers on the server.
 */
export class RandomStream {
  readonly seed: Seed[];
  readonly sequences: Record<string, RandomSequence> = Object.create(null);

  /** @param options.seed one seed or several; default: a random one. A function is called when it is first needed. */
  constructor(options: { readonly seed?: Seed | readonly Seed[] | null | undefined } = {}) {
    const seed = options.seed || Random.hexString(20);
    this.seed = Array.isArray(seed) ? [...seed] : [seed as Seed];
  }

  /** The sequence called `name`, made at first use. */
  _sequence(name: string): RandomSequence {
    let sequence = this.sequences[name];
    if (sequence === undefined) {
      sequence = Random.createWithSeeds(...this.seed.map(resolveSeed), name);
      this.sequences[name] = sequence;
    }
    return sequence;
  }

  /**
   * The sequence called `name` (default `'default'`) of `scope`. Without a scope there is nothing to repeat: the fast
   * generator that is not cryptographically strong.
   */
  static get(scope: RandomStreamScope | null | undefined, name?: string): RandomSequence {
    if (!scope) return Random.insecure as RandomSequence;
    scope.randomStream ??= new RandomStream({ seed: scope.randomSeed });
    return scope.randomStream._sequence(name || 'default');
  }
}

/**
 * A seed for a call of method `methodName` made inside `enclosing` (the running method invocation, if any): repeatable
 * there, random elsewhere. 20 hexadecimal digits.
 */
export function makeRpcSeed(enclosing: RandomStreamScope | null | undefined, methodName: string): string {
  return RandomStream.get(enclosing, `/rpc/${methodName}`).hexString(20);
}
