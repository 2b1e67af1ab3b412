import { MongoError } from '../../../engine/mongo-error.js';
import type { StageCompiler } from '../stage.js';
import { fieldName } from '../stage-arguments.js';

export const count: StageCompiler = (argument) => {
  const name = fieldName('$count', 'field', argument, 40156);
  if (name.includes('.')) throw new MongoError(40160, "the count field cannot contain '.'");
  return function* (input) {
    let total = 0;
    for (const document of input) {
      if (document) total += 1;
      yield undefined;
    }
    if (total > 0) yield { [name]: total };
  };
};
