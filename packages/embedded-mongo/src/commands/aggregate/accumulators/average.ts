import { divideDecimals, makeDecimal, toDecimalValue } from '../../../engine/numbers/decimal.js';
import { doubleValue, isBsonNumber, makeDouble, numberKindOf } from '../../../engine/numbers/number-kind.js';
import { expression } from '../expression.js';
import type { AccumulatorCompiler } from './accumulator.js';
import { NumberTotal } from './number-total.js';

/** The mean of the numbers, `null` if there are none. */
export const average: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    const total = new NumberTotal();
    let numbers = 0;
    return {
      add(document) {
        const value = evaluate(document);
        if (!isBsonNumber(value)) return;
        total.add(value);
        numbers += 1;
      },
      result() {
        if (numbers === 0) return null;
        const { sum } = total;
        if (numberKindOf(sum) !== 'decimal') return makeDouble(doubleValue(sum) / numbers);
        return makeDecimal(divideDecimals(toDecimalValue(sum), toDecimalValue(numbers)));
      },
    };
  };
};
