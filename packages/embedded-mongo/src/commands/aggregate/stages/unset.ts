import { MongoError } from '../../../engine/mongo-error.js';
import { FieldTree, removeFields } from '../field-tree.js';
import { mapping, type StageCompiler } from '../stage.js';

export const unset: StageCompiler = (argument) => {
  const paths: unknown[] = Array.isArray(argument) ? argument : [argument];
  if (paths.length === 0) {
    throw new MongoError(31119, '$unset specification must be a string or an array with at least one field');
  }
  const tree = new FieldTree();
  for (const path of paths) {
    if (typeof path !== 'string') {
      throw new MongoError(31120, '$unset specification must be a string or an array containing only string values');
    }
    if (path.startsWith('$'))
      throw new MongoError(16410, `FieldPath field names may not start with '$'. Found: '${path}'`);
    tree.add(path, { kind: 'exclude' });
  }
  return mapping((document) => removeFields(tree, document));
};
