import { isBsonNumber } from '../../../engine/numbers/number-kind.js';
import { expression } from '../expression.js';
import type { AccumulatorCompiler } from './accumulator.js';
import { NumberTotal } from './number-total.js';

/** Adds up the numbers; anything else counts as nothing. */
export const sum: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    const total = new NumberTotal();
    return {
      add(document) {
        const value = evaluate(document);
        if (isBsonNumber(value)) total.add(value);
      },
      result: () => total.sum,
    };
  };
};
