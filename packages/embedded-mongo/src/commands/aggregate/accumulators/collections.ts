import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { typeName } from '../../errors.js';
import { expression } from '../expression.js';
import { valueKey } from '../value-key.js';
import type { AccumulatorCompiler } from './accumulator.js';

export const push: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    const values: unknown[] = [];
    return {
      add(document) {
        const value = evaluate(document);
        if (value !== undefined) values.push(value);
      },
      result: () => values,
    };
  };
};

export const addToSet: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    const values = new Map<string, unknown>();
    return {
      add(document) {
        const value = evaluate(document);
        if (value === undefined) return;
        const key = valueKey(value, context.textFold);
        if (!values.has(key)) values.set(key, value);
      },
      result: () => [...values.values()],
    };
  };
};

export const mergeObjects: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    let merged = {};
    return {
      add(document) {
        const value = evaluate(document) ?? null;
        if (value === null) return;
        if (!isDocument(value)) {
          throw new MongoError(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
        }
        merged = { ...merged, ...value };
      },
      result: () => merged,
    };
  };
};
