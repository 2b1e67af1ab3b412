import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { constant } from '../expression.js';
import type { StageCompiler } from '../stage.js';

export const documents: StageCompiler = (argument, context) => {
  const values = constant(argument, context);
  if (!Array.isArray(values)) throw new MongoError(5858203, '$documents must be an array of objects');
  return function* () {
    for (const value of values) {
      if (!isDocument(value)) throw new MongoError(40228, '$documents must be an array of objects');
      yield value;
    }
  };
};
