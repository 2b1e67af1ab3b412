import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { typeName } from '../../errors.js';
import { expression } from '../expression.js';
import { mapping, type PipelineContext, type Stage, type StageCompiler } from '../stage.js';
import { documentArgument, onlyOptions } from '../stage-arguments.js';

export const replaceRoot: StageCompiler = (argument, context) => {
  const options = documentArgument('$replaceRoot', argument, 40229);
  onlyOptions('$replaceRoot', options, ['newRoot']);
  if (!Object.hasOwn(options, 'newRoot'))
    throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
  return replacing(options.newRoot, context);
};

export const replaceWith: StageCompiler = (argument, context) => replacing(argument, context);

function replacing(source: unknown, context: PipelineContext): Stage {
  const evaluate = expression(source, context);
  return mapping((document) => {
    const root = evaluate(document);
    if (!isDocument(root)) {
      throw new MongoError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was of type: ${typeName(root)}`,
      );
    }
    return root;
  });
}
