import { expression } from '../expression.js';
import type { AccumulatorCompiler } from './accumulator.js';

export const first: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    let value: unknown;
    let found = false;
    return {
      add(document) {
        if (found) return;
        found = true;
        value = evaluate(document);
      },
      result: () => value ?? null,
    };
  };
};

export const last: AccumulatorCompiler = (argument, context) => {
  const evaluate = expression(argument, context);
  return () => {
    let value: unknown;
    return {
      add(document) {
        value = evaluate(document);
      },
      result: () => value ?? null,
    };
  };
};
