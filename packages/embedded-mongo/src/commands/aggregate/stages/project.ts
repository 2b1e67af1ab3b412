import { MongoError } from '../../../engine/mongo-error.js';
import { compileProjection } from '../../../engine/projection/compile-projection.js';
import { mapping, type StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

export const project: StageCompiler = (argument, { variables, textOrder }) => {
  const fields = documentArgument('$project', argument, 15969);
  if (Object.keys(fields).length === 0) {
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  return mapping(compileProjection(fields, { variables, textOrder, dialect: 'aggregate' }).apply);
};
