import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import type { AccumulatorCompiler } from './accumulator.js';

export const count: AccumulatorCompiler = (argument) => {
  if (!isDocument(argument) || Object.keys(argument).length > 0) {
    throw new MongoError(14, '$count takes no arguments, i.e. $count:{}');
  }
  return () => {
    let total = 0;
    return {
      add() {
        total += 1;
      },
      result: () => total,
    };
  };
};
