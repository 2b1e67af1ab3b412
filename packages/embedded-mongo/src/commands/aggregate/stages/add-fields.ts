import { MongoError } from '../../../engine/mongo-error.js';
import { addFields as add } from '../field-tree.js';
import { readComputedFields } from '../read-fields.js';
import { mapping, type StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

export const addFields: StageCompiler = (argument, context) => {
  const fields = documentArgument('$addFields', argument, 40272);
  if (Object.keys(fields).length === 0) {
    throw new MongoError(40177, 'Invalid $addFields :: caused by :: specification must have at least one field');
  }
  const tree = readComputedFields(fields, context);
  return mapping((document) => add(tree, document, document));
};
