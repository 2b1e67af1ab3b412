/** Repeatable random choices. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % limit;
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}

const SCALARS = [0, 1, 2, 3, -1, 'a', 'b', null, true, false];

/** A value such as documents have: the deeper, the simpler. */
export function anyValue(choices: Choices, depth = 2): unknown {
  switch (depth === 0 ? 0 : choices.below(4)) {
    case 1:
      return choices.list(3, () => anyValue(choices, depth - 1));
    case 2:
      return anyFields(choices, depth - 1);
    default:
      return choices.one(SCALARS);
  }
}

export function anyFields(choices: Choices, depth = 2): Record<string, unknown> {
  const names = ['a', 'b', 'c'].filter(() => choices.below(3) > 0);
  return Object.fromEntries(names.map((name) => [name, anyValue(choices, depth)]));
}

const PATHS = ['a', 'b', 'c', 'a.b', 'a.0', 'a.b.c', 'b.1', 'b.a', 'c.0.a', 'a.a.0'];

export function anyPath(choices: Choices): string {
  return choices.one(PATHS);
}

/** A selector of the operators that the naive evaluator knows. */
export function anySelector(choices: Choices, depth = 2): Record<string, unknown> {
  const selector: Record<string, unknown> = {};
  for (let count = choices.below(2) + 1; count > 0; count--) selector[anyPath(choices)] = anyCondition(choices, depth);
  if (depth > 0 && choices.below(3) === 0) {
    selector[choices.one(['$and', '$or', '$nor'])] = [anySelector(choices, depth - 1), anySelector(choices, depth - 1)];
  }
  return selector;
}

function anyCondition(choices: Choices, depth: number): unknown {
  switch (choices.below(depth > 0 ? 10 : 8)) {
    case 0:
      return { $gt: choices.one(SCALARS) };
    case 1:
      return { $lte: choices.one(SCALARS) };
    case 2:
      return { $ne: anyValue(choices, 1) };
    case 3:
      return { $in: choices.list(3, () => anyValue(choices, 1)) };
    case 4:
      return { $nin: choices.list(3, () => choices.one(SCALARS)) };
    case 5:
      return { $exists: choices.below(2) === 0 };
    case 6:
      return { $size: choices.below(3) };
    case 8:
      return { $not: { $gt: choices.one(SCALARS) } };
    case 9:
      return { $elemMatch: anySelector(choices, 0) };
    default:
      return anyValue(choices, 1);
  }
}
