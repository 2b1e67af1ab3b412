import { MongoError } from '../../../engine/mongo-error.js';
import { keepFields, removeFields } from '../field-tree.js';
import { readProjectedFields } from '../read-fields.js';
import { mapping, type StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

export const project: StageCompiler = (argument, context) => {
  const fields = documentArgument('$project', argument, 15969);
  if (Object.keys(fields).length === 0) {
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const { tree, kind } = readProjectedFields(fields, context);
  return mapping((document) => (kind === 'keep' ? keepFields(tree, document, document) : removeFields(tree, document)));
};
