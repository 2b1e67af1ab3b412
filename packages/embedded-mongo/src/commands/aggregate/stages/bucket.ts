import type { Document } from 'bson';
import { setField } from '../../../engine/bson/decode.js';
import { isDocument } from '../../../engine/bson/value-type.js';
import { compareValues, typeOrderOf } from '../../../engine/keys/compare-values.js';
import { MongoError } from '../../../engine/mongo-error.js';
import type { Accumulator } from '../accumulators/accumulator.js';
import { compileAccumulator } from '../accumulators/index.js';
import { constant, expression } from '../expression.js';
import type { PipelineContext, StageCompiler } from '../stage.js';
import { documentArgument, onlyOptions } from '../stage-arguments.js';

export const bucket: StageCompiler = (argument, context) => {
  const options = documentArgument('$bucket', argument, 40201);
  onlyOptions('$bucket', options, ['groupBy', 'boundaries', 'default', 'output']);
  if (options.groupBy === undefined || options.boundaries === undefined) {
    throw new MongoError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  }
  const bucketValue = expression(options.groupBy, context);
  const boundaries = readBoundaries(options.boundaries, context);
  const hasDefault = Object.hasOwn(options, 'default');
  const other = hasDefault ? constant(options.default, context) : undefined;
  const makeOutput = compileOutput('$bucket', options.output, context);
  return function* (input) {
    const buckets = new Map<number, BucketOutput>();
    for (const document of input) {
      yield undefined;
      if (!document) continue;
      const place = placeOf(bucketValue(document) ?? null, boundaries, context);
      if (place === OUTSIDE && !hasDefault) {
        throw new MongoError(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified: $bucket has no bucket for a value and no default',
        );
      }
      let output = buckets.get(place);
      if (!output) {
        output = makeOutput();
        buckets.set(place, output);
      }
      output.add(document);
    }
    const results = [...buckets].map(([place, output]) => output.result(place === OUTSIDE ? other : boundaries[place]));
    yield* results.sort((a, b) => compareValues(a._id, b._id, context.textOrder));
  };
};

const OUTSIDE = -1;

function readBoundaries(given: unknown, context: PipelineContext): unknown[] {
  if (!Array.isArray(given)) throw new MongoError(40200, "The $bucket 'boundaries' field must be an array");
  const boundaries = given.map((boundary) => constant(boundary, context));
  if (boundaries.length < 2) {
    throw new MongoError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  }
  for (let index = 1; index < boundaries.length; index++) {
    if (typeOrderOf(boundaries[index - 1]) !== typeOrderOf(boundaries[index])) {
      throw new MongoError(40193, "All values in the 'boundaries' option to $bucket must have the same type");
    }
    if (compareValues(boundaries[index - 1], boundaries[index], context.textOrder) >= 0) {
      throw new MongoError(40194, "The 'boundaries' option to $bucket must be sorted");
    }
  }
  return boundaries;
}

function placeOf(value: unknown, boundaries: readonly unknown[], { textOrder }: PipelineContext): number {
  let low = 0;
  let high = boundaries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareValues(boundaries[middle], value, textOrder) <= 0) low = middle + 1;
    else high = middle;
  }
  const place = low - 1;
  return place >= 0 && place < boundaries.length - 1 ? place : OUTSIDE;
}

/** What is gathered for one bucket. */
export interface BucketOutput {
  add(document: Document): void;
  result(id: unknown): Document;
}

/** Reads the `output` of `$bucket` and `$bucketAuto`; without, the documents are counted. */
export function compileOutput(stage: string, output: unknown, context: PipelineContext): () => BucketOutput {
  if (output !== undefined && !isDocument(output)) {
    throw new MongoError(40196, `The ${stage} 'output' field must be an object`);
  }
  const fields: Document = output ?? { count: { $sum: 1 } };
  const names = Object.keys(fields);
  const makers = names.map((name) => compileAccumulator(name, fields[name], context));
  return () => {
    const accumulators: Accumulator[] = makers.map((make) => make());
    return {
      add(document) {
        for (const accumulator of accumulators) accumulator.add(document);
      },
      result(id) {
        const result: Document = { _id: id };
        for (const [index, accumulator] of accumulators.entries()) {
          setField(result, names[index] as string, accumulator.result());
        }
        return result;
      },
    };
  };
}
