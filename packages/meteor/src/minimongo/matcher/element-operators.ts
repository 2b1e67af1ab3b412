import { bsonType } from '../values/bson-type.js';
import { compareValues } from '../values/compare.js';
import { matchingBits } from './bits.js';
import { equalTo, equalToAny, matchingRegExp } from './element-matchers.js';
import type { ElementMatcher } from './match-result.js';
import type { ElementMatcherOptions } from './value-matchers.js';

/** An operator that looks at single values. */
export interface ElementOperator extends ElementMatcherOptions {
  /** @param siblings The object that the operator stands in. */
  compile(operand: unknown, siblings: Readonly<Record<string, unknown>>): ElementMatcher;
}

function inequality(accepts: (order: number) => boolean): ElementOperator {
  return {
    compile(operand) {
      // Arrays are never before or after anything.
      if (Array.isArray(operand)) return () => false;
      const limit = operand ?? null;
      const limitType = bsonType(limit);
      return (value) => {
        const present = value ?? null;
        // Only values of the same type are compared.
        return bsonType(present) === limitType && accepts(compareValues(present, limit));
      };
    },
  };
}

function bits(operator: string): ElementOperator {
  return { compile: (operand) => matchingBits(operator, operand) };
}

const TYPE_NUMBERS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  double: 1,
  number: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
});

function readTypeNumber(operand: unknown): number {
  if (typeof operand === 'string') {
    const number = TYPE_NUMBERS[operand];
    if (number === undefined) throw new Error(`unknown string alias for $type: ${operand}`);
    return number;
  }
  if (typeof operand !== 'number') throw new Error('argument to $type is not a number or a string');
  if (operand === 0 || operand < -1 || (operand > 19 && operand !== 127)) {
    throw new Error(`Invalid numerical $type code: ${operand}`);
  }
  return operand;
}

function readRegExp(operand: unknown, options: unknown): RegExp {
  if (typeof operand !== 'string' && !(operand instanceof RegExp)) {
    throw new Error('$regex has to be a string or RegExp');
  }
  const source = operand instanceof RegExp ? operand.source : operand;
  // $options, even if empty, override those of the regular expression itself.
  if (options === undefined) return operand instanceof RegExp ? operand : new RegExp(source);
  if (typeof options !== 'string' || /[^gimsu]/.test(options)) {
    throw new Error('Only the i, m, s, u and g regexp options are supported');
  }
  return new RegExp(source, options);
}

/** The operators that look at each value by itself. */
export const elementOperators: Readonly<Record<string, ElementOperator>> = Object.assign(Object.create(null), {
  $eq: { compile: equalTo },
  $lt: inequality((order) => order < 0),
  $lte: inequality((order) => order <= 0),
  $gt: inequality((order) => order > 0),
  $gte: inequality((order) => order >= 0),
  $in: { compile: equalToAny },
  $mod: {
    compile(operand) {
      const [divisor, remainder] = Array.isArray(operand) && operand.length === 2 ? (operand as unknown[]) : [];
      if (typeof divisor !== 'number' || typeof remainder !== 'number') {
        throw new Error('argument to $mod must be an array of two numbers');
      }
      // -0 is 0 here.
      return (value) => typeof value === 'number' && value % divisor === remainder;
    },
  },
  $size: {
    // [[5, 5]] has the size 1, not 2.
    wholeArrays: true,
    compile(operand) {
      if (typeof operand !== 'number' && typeof operand !== 'string') throw new Error('$size needs a number');
      const size = typeof operand === 'string' ? 0 : operand;
      return (value) => Array.isArray(value) && value.length === size;
    },
  },
  $type: {
    // [5] has an element that is a number; it is an array only as an element of another one.
    elementsOnly: true,
    compile(operand) {
      const types = new Set((Array.isArray(operand) ? operand : [operand]).map(readTypeNumber));
      return (value) => value !== undefined && types.has(bsonType(value));
    },
  },
  $bitsAllSet: bits('$bitsAllSet'),
  $bitsAnySet: bits('$bitsAnySet'),
  $bitsAllClear: bits('$bitsAllClear'),
  $bitsAnyClear: bits('$bitsAnyClear'),
  $regex: { compile: (operand, siblings) => matchingRegExp(readRegExp(operand, siblings.$options)) },
} satisfies Record<string, ElementOperator>);
