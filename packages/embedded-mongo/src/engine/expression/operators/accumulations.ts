import { add } from '../../numbers/arithmetic.js';
import { divideDecimals, makeDecimal, toDecimalValue } from '../../numbers/decimal.js';
import { type BsonNumber, doubleValue, isBsonNumber, makeDouble, numberKindOf } from '../../numbers/number-kind.js';
import type { Compiler } from '../compiler.js';
import { isNullish, type OperatorCompiler, operands } from './operator.js';

/** `$sum` and its like outside of `$group`: over their operands, or the elements of a single one. */
function accumulation(apply: (values: readonly unknown[], compiler: Compiler) => unknown): OperatorCompiler {
  return (operand, compiler, name) => {
    const computes = operands(name, operand, compiler, 0, Number.POSITIVE_INFINITY);
    return (environment) => {
      const values = computes.map((compute) => compute(environment));
      return apply(values.length === 1 && Array.isArray(values[0]) ? values[0] : values, compiler);
    };
  };
}

function sumOf(numbers: readonly BsonNumber[]): BsonNumber {
  return numbers.reduce<BsonNumber>((total, value) => add(total, value, 'double') as BsonNumber, 0);
}

function average(values: readonly unknown[]): unknown {
  const numbers = values.filter(isBsonNumber);
  if (numbers.length === 0) return null;
  const total = sumOf(numbers);
  if (numberKindOf(total) === 'decimal') {
    return makeDecimal(divideDecimals(toDecimalValue(total), toDecimalValue(numbers.length)));
  }
  return makeDouble(doubleValue(total) / numbers.length);
}

function deviation(values: readonly unknown[], lost: 0 | 1): unknown {
  const numbers = values.filter(isBsonNumber).map(doubleValue);
  if (numbers.length <= lost) return null;
  const mean = numbers.reduce((total, value) => total + value, 0) / numbers.length;
  const squares = numbers.reduce((total, value) => total + (value - mean) ** 2, 0);
  return makeDouble(Math.sqrt(squares / (numbers.length - lost)));
}

function extreme(sign: 1 | -1): (values: readonly unknown[], compiler: Compiler) => unknown {
  return (values, compiler) => {
    let best: unknown = null;
    for (const value of values) {
      if (isNullish(value)) continue;
      if (best === null || sign * compiler.compare(value, best) < 0) best = value;
    }
    return best;
  };
}

export const ACCUMULATION_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $sum: accumulation((values) => sumOf(values.filter(isBsonNumber))),
  $avg: accumulation(average),
  $max: accumulation(extreme(-1)),
  $min: accumulation(extreme(1)),
  $stdDevPop: accumulation((values) => deviation(values, 0)),
  $stdDevSamp: accumulation((values) => deviation(values, 1)),
};
