import type { Document } from 'bson';
import { isDocument } from '../../../engine/bson/value-type.js';
import { compareValues } from '../../../engine/keys/compare-values.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { toNumber } from '../../arguments.js';
import { constant, expression } from '../expression.js';
import { sortOrder } from '../sort-order.js';
import type { PipelineContext } from '../stage.js';
import { onlyOptions } from '../stage-arguments.js';
import type { AccumulatorCompiler } from './accumulator.js';

/** `{ input, n }`, and what the operator takes beside that. */
function readOptions(operator: string, argument: unknown, known: readonly string[]): Document {
  if (!isDocument(argument))
    throw new MongoError(5787900, `specification must be an object; found ${operator}: ${String(argument)}`);
  onlyOptions(operator, argument, known);
  for (const name of known) {
    if (!Object.hasOwn(argument, name)) throw new MongoError(5787906, `Missing value for '${name}' of ${operator}`);
  }
  return argument;
}

function readCount(operator: string, value: unknown, context: PipelineContext): number {
  const number = toNumber(constant(value, context));
  if (number === undefined || !Number.isSafeInteger(number) || number < 1) {
    throw new MongoError(5787908, `'n' must be greater than 0, of type integer, for ${operator}`);
  }
  return number;
}

/** The first, or the last, so many values. */
function ends(operator: string, keep: 'first' | 'last'): AccumulatorCompiler {
  return (argument, context) => {
    const options = readOptions(operator, argument, ['input', 'n']);
    const n = readCount(operator, options.n, context);
    const evaluate = expression(options.input, context);
    return () => {
      const values: unknown[] = [];
      return {
        add(document) {
          if (keep === 'first' && values.length >= n) return;
          values.push(evaluate(document) ?? null);
          if (values.length > n) values.shift();
        },
        result: () => values,
      };
    };
  };
}

/** The so many least (`sign` 1) or greatest (-1) values; `null` and missing ones do not count. */
function extremes(operator: string, sign: 1 | -1): AccumulatorCompiler {
  return (argument, context) => {
    const options = readOptions(operator, argument, ['input', 'n']);
    const n = readCount(operator, options.n, context);
    const evaluate = expression(options.input, context);
    return () => {
      const values: unknown[] = [];
      return {
        add(document) {
          const value = evaluate(document) ?? null;
          if (value !== null) values.push(value);
        },
        result: () => values.sort((a, b) => compareValues(a, b, context.textOrder) * sign).slice(0, n),
      };
    };
  };
}

/** The values of the documents that come first (`sign` 1) or last (-1) in an order; `single`: one, not in an array. */
function ranked(operator: string, sign: 1 | -1, single: boolean): AccumulatorCompiler {
  return (argument, context) => {
    const options = readOptions(operator, argument, single ? ['sortBy', 'output'] : ['sortBy', 'output', 'n']);
    const n = single ? 1 : readCount(operator, options.n, context);
    if (!isDocument(options.sortBy)) throw new MongoError(5788005, `expected 'sortBy' of ${operator} to be an object`);
    const order = sortOrder(options.sortBy, context.textOrder);
    const evaluate = expression(options.output, context);
    return () => {
      const entries: { key: unknown[]; value: unknown }[] = [];
      return {
        add(document) {
          entries.push({ key: order.keyOf(document), value: evaluate(document) ?? null });
        },
        result() {
          const sorted = entries.sort((a, b) => order.compare(a.key, b.key));
          const chosen = (sign > 0 ? sorted.slice(0, n) : sorted.slice(-n)).map(({ value }) => value);
          return single ? (chosen[0] ?? null) : chosen;
        },
      };
    };
  };
}

export const firstN = ends('$firstN', 'first');
export const lastN = ends('$lastN', 'last');
export const minN = extremes('$minN', 1);
export const maxN = extremes('$maxN', -1);
export const top = ranked('$top', 1, true);
export const topN = ranked('$topN', 1, false);
export const bottom = ranked('$bottom', -1, true);
export const bottomN = ranked('$bottomN', -1, false);
