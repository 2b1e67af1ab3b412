import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { compileFilter } from '../../../engine/query/compile-filter.js';
import type { StageCompiler } from '../stage.js';

export const match: StageCompiler = (argument, { variables, textOrder }) => {
  if (!isDocument(argument)) throw new MongoError(15959, 'the match filter must be an expression in an object');
  const { matches } = compileFilter(argument, { variables, textOrder });
  return function* (input) {
    for (const document of input) yield document && matches(document) ? document : undefined;
  };
};
