import { MongoError } from '../../../engine/mongo-error.js';
import type { StageCompiler } from '../stage.js';
import { group } from './group.js';
import { sort } from './sort.js';

export const sortByCount: StageCompiler = (argument, context) => {
  const isExpression =
    (typeof argument === 'string' && argument.startsWith('$')) ||
    (typeof argument === 'object' && argument !== null && Object.keys(argument)[0]?.startsWith('$'));
  if (!isExpression) {
    throw new MongoError(
      40149,
      'the sortByCount field must be specified as a $-prefixed string or an expression in an object',
    );
  }
  const grouping = group({ _id: argument, count: { $sum: 1 } }, context);
  const sorting = sort({ count: -1 }, context);
  return (input) => sorting(grouping(input));
};
