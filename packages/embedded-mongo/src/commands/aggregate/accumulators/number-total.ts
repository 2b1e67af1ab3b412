import { Long } from 'bson';
import { addDecimals, type DecimalValue, makeDecimal, toDecimalValue } from '../../../engine/numbers/decimal.js';
import {
  type BsonNumber,
  doubleValue,
  integerValue,
  makeDouble,
  makeInteger,
  type NumberKind,
  numberKindOf,
  widerKind,
} from '../../../engine/numbers/number-kind.js';

/**
 * Adds up numbers of all types. Integers are added exactly; of doubles, what each addition loses is kept and added in the
 * end, so that the order hardly matters.
 */
export class NumberTotal {
  #kind: NumberKind = 'int';
  #small = 0;
  #large = 0n;
  #double = 0;
  #lost = 0;
  #decimal: DecimalValue | undefined;

  add(value: BsonNumber): void {
    const kind = numberKindOf(value) ?? 'int';
    this.#kind = widerKind(this.#kind, kind);
    if (kind === 'double') this.#addDouble(doubleValue(value));
    else if (kind === 'decimal') this.#decimal = addDecimals(this.#decimal ?? ZERO, toDecimalValue(value));
    else if (kind === 'int') this.#addInt(Number(value.valueOf()));
    else this.#large += integerValue(value);
  }

  /** The sum, in the widest of the types; integers that outgrow 64 bits become a double. */
  get sum(): BsonNumber {
    if (this.#decimal !== undefined) return makeDecimal(addDecimals(this.#decimal, this.#others()));
    const integers = this.#integers();
    if (this.#kind === 'double') return makeDouble(this.#doubles() + Number(integers));
    const integer = makeInteger(integers);
    if (integer === undefined) return makeDouble(Number(integers));
    return this.#kind === 'long' && typeof integer === 'number' ? Long.fromNumber(integer) : integer;
  }

  #addInt(value: number): void {
    const sum = this.#small + value;
    if (Number.isSafeInteger(sum)) {
      this.#small = sum;
    } else {
      this.#large += BigInt(this.#small) + BigInt(value);
      this.#small = 0;
    }
  }

  #addDouble(value: number): void {
    const sum = this.#double + value;
    this.#lost += Math.abs(this.#double) >= Math.abs(value) ? this.#double - sum + value : value - sum + this.#double;
    this.#double = sum;
  }

  #integers(): bigint {
    return this.#large + BigInt(this.#small);
  }

  #doubles(): number {
    return Number.isFinite(this.#double) ? this.#double + this.#lost : this.#double;
  }

  /** What is no decimal, as one. */
  #others(): DecimalValue {
    const integers = toDecimalValue(this.#integers());
    const doubles = this.#doubles();
    if (doubles === 0) return integers;
    const exact = Number.isSafeInteger(doubles) ? BigInt(doubles) : doubles;
    return addDecimals(integers, toDecimalValue(exact));
  }
}

const ZERO: DecimalValue = { negative: false, coefficient: 0n, exponent: 0 };
