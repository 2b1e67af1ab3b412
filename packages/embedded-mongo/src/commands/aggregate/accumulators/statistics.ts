import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { doubleValue, isBsonNumber, makeDouble } from '../../../engine/numbers/number-kind.js';
import { toNumber } from '../../arguments.js';
import { constant, expression } from '../expression.js';
import { onlyOptions } from '../stage-arguments.js';
import type { AccumulatorCompiler } from './accumulator.js';

/** The standard deviation, dividing by the count of values less `correction`; `null` if that leaves nothing. */
function deviation(correction: 0 | 1): AccumulatorCompiler {
  return (argument, context) => {
    const evaluate = expression(argument, context);
    return () => {
      // Welford's method: no loss by subtracting large numbers.
      let numbers = 0;
      let mean = 0;
      let squares = 0;
      return {
        add(document) {
          const value = evaluate(document);
          if (!isBsonNumber(value)) return;
          const number = doubleValue(value);
          numbers += 1;
          const distance = number - mean;
          mean += distance / numbers;
          squares += distance * (number - mean);
        },
        result: () => (numbers <= correction ? null : makeDouble(Math.sqrt(squares / (numbers - correction)))),
      };
    };
  };
}

export const populationDeviation = deviation(0);
export const sampleDeviation = deviation(1);

/** Values at given shares of the sorted numbers. */
export const percentile: AccumulatorCompiler = (argument, context) => {
  if (!isDocument(argument)) throw new MongoError(7429703, 'specification of $percentile must be an object');
  onlyOptions('$percentile', argument, ['input', 'p', 'method']);
  const shares = constant(argument.p, context);
  if (!Array.isArray(shares) || shares.length === 0) {
    throw new MongoError(7750301, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0]");
  }
  return numbersOf(argument.input, shares.map(readShare), context, (values) => values);
};

/** The value in the middle of the sorted numbers. */
export const median: AccumulatorCompiler = (argument, context) => {
  if (!isDocument(argument)) throw new MongoError(7436100, 'specification of $median must be an object');
  onlyOptions('$median', argument, ['input', 'method']);
  return numbersOf(argument.input, [0.5], context, ([value]) => value);
};

function readShare(value: unknown): number {
  const share = toNumber(value);
  if (share === undefined || !(share >= 0 && share <= 1)) {
    throw new MongoError(7750303, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0]");
  }
  return share;
}

function numbersOf(
  input: unknown,
  shares: readonly number[],
  context: Parameters<AccumulatorCompiler>[1],
  finish: (values: unknown[]) => unknown,
): ReturnType<AccumulatorCompiler> {
  const evaluate = expression(input, context);
  return () => {
    const numbers: number[] = [];
    return {
      add(document) {
        const value = evaluate(document);
        if (isBsonNumber(value)) numbers.push(doubleValue(value));
      },
      result() {
        const sorted = Float64Array.from(numbers).sort();
        return finish(
          shares.map((share) => {
            if (sorted.length === 0) return null;
            const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
            return makeDouble(sorted[rank] as number);
          }),
        );
      },
    };
  };
}
