import type { Document } from 'bson';
import { isDocument, typeNameOf } from '../bson/value-type.js';
import { compileExpression } from '../expression/compile-expression.js';
import { MongoError } from '../mongo-error.js';
import { compileAddFields } from '../projection/add-fields.js';
import { compileProjection } from '../projection/compile-projection.js';
import type { FilterSettings } from '../query/predicate.js';

type Transform = (document: Document) => Document;

/**
 * An update made of stages.
 * @throws MongoError 72 InvalidOptions for stages that an update cannot have, 40324 for those that do not exist
 */
export function compileUpdatePipeline(pipeline: readonly Document[], settings: FilterSettings): Transform {
  const transforms = pipeline.map((stage) => compileStage(stage, settings));
  return (document) => transforms.reduce((current, transform) => transform(current), document);
}

function compileStage(stage: Document, settings: FilterSettings): Transform {
  const [name, other] = Object.keys(stage);
  if (name === undefined || other !== undefined) {
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  const operand: unknown = stage[name];
  switch (name) {
    case '$set':
    case '$addFields':
      return compileAddFields(operand, settings);
    case '$unset':
      return compileProjection(unsetFields(operand), { ...settings, dialect: 'aggregate' }).apply;
    case '$project':
      if (!isDocument(operand) || Object.keys(operand).length === 0) {
        throw new MongoError(40177, '$project specification must be an object with at least one field');
      }
      return compileProjection(operand, { ...settings, dialect: 'aggregate' }).apply;
    case '$replaceWith':
      return replaceRoot(operand, settings);
    case '$replaceRoot':
      if (!isDocument(operand) || !('newRoot' in operand)) {
        throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
      }
      return replaceRoot(operand.newRoot, settings);
    default:
      throw new MongoError(
        name.startsWith('$') ? 72 : 40324,
        `Unrecognized pipeline stage name: '${name}'. ${name} is not allowed to be used within an update`,
      );
  }
}

function unsetFields(operand: unknown): Document {
  const names = Array.isArray(operand) ? operand : [operand];
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== '')) {
    throw new MongoError(31002, '$unset specification must be a string or an array of strings with at least one field');
  }
  return Object.fromEntries(names.map((name) => [name, 0]));
}

function replaceRoot(expression: unknown, settings: FilterSettings): Transform {
  const evaluate = compileExpression(expression, settings);
  return (document) => {
    const root = evaluate(document);
    if (isDocument(root)) return root;
    throw new MongoError(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was of type ${root === undefined ? 'missing' : typeNameOf(root)}`,
    );
  };
}
