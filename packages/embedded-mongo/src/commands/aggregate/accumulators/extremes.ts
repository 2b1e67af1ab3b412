import { compareValues } from '../../../engine/keys/compare-values.js';
import { expression } from '../expression.js';
import type { AccumulatorCompiler } from './accumulator.js';

/** The value that comes first (`sign` 1) or last (-1) in MongoDB's order; `null` and missing ones do not count. */
function extreme(sign: 1 | -1): AccumulatorCompiler {
  return (argument, context) => {
    const evaluate = expression(argument, context);
    return () => {
      let best: unknown = null;
      return {
        add(document) {
          const value = evaluate(document);
          if (value === undefined || value === null) return;
          if (best === null || compareValues(value, best, context.textOrder) * sign < 0) best = value;
        },
        result: () => best,
      };
    };
  };
}

export const minimum = extreme(1);
export const maximum = extreme(-1);
