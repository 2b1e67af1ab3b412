import type { Document } from 'bson';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { compilePipeline } from '../compile-pipeline.js';
import { readCollection } from '../read-collection.js';
import { collectionNamed, type StageCompiler } from '../stage.js';
import { onlyOptions } from '../stage-arguments.js';

export const unionWith: StageCompiler = (argument, context) => {
  const options = typeof argument === 'string' ? { coll: argument } : argument;
  if (!isDocument(options)) {
    throw new MongoError(9, 'the $unionWith stage specification must be an object or string');
  }
  onlyOptions('$unionWith', options, ['coll', 'pipeline']);
  const { coll, pipeline = [] } = options;
  if (coll !== undefined && typeof coll !== 'string') throw new MongoError(14, "'$unionWith.coll' must be a string");
  if (!Array.isArray(pipeline) || !pipeline.every(isDocument)) {
    throw new MongoError(14, "'$unionWith.pipeline' must be an array of stages");
  }
  if (coll === undefined && !(pipeline as Document[])[0]?.$documents) {
    throw new MongoError(
      9,
      '$unionWith stage without explicit collection must have a pipeline with $documents as first stage',
    );
  }
  const stage = compilePipeline(pipeline as Document[], { ...context, depth: context.depth + 1 }, 'inside');
  return function* (input) {
    yield* input;
    const collection = coll === undefined ? undefined : collectionNamed(coll, context);
    yield* stage(readCollection(collection, { filter: {} }, context.transaction));
  };
};
