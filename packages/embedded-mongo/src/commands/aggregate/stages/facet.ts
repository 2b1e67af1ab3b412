import type { Document } from 'bson';
import { setField } from '../../../engine/bson/decode.js';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { compilePipeline } from '../compile-pipeline.js';
import type { StageCompiler } from '../stage.js';
import { documentArgument, fieldName } from '../stage-arguments.js';

export const facet: StageCompiler = (argument, context) => {
  const facets = Object.entries(documentArgument('$facet', argument, 40169));
  if (facets.length === 0) throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const inner = { ...context, depth: context.depth + 1 };
  const compiled = facets.map(([name, pipeline]) => {
    fieldName('$facet', 'facet', name, 40170);
    if (!Array.isArray(pipeline) || !pipeline.every(isDocument)) {
      throw new MongoError(40170, `arguments to $facet must be arrays of stages, ${name} is none`);
    }
    return { name, stage: compilePipeline(pipeline as Document[], inner, 'facet') };
  });
  return function* (input) {
    const documents: Document[] = [];
    for (const document of input) {
      if (document) documents.push(document);
      yield undefined;
    }
    const result: Document = {};
    for (const { name, stage } of compiled) {
      const found: Document[] = [];
      for (const document of stage(documents)) {
        if (document) found.push(document);
        yield undefined;
      }
      setField(result, name, found);
    }
    yield result;
  };
};
