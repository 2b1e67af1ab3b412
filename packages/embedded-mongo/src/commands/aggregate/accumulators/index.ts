import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import type { PipelineContext } from '../stage.js';
import type { Accumulator, AccumulatorCompiler } from './accumulator.js';
import { average } from './average.js';
import { addToSet, mergeObjects, push } from './collections.js';
import { count } from './count.js';
import { first, last } from './ends.js';
import { maximum, minimum } from './extremes.js';
import { bottom, bottomN, firstN, lastN, maxN, minN, top, topN } from './several.js';
import { median, percentile, populationDeviation, sampleDeviation } from './statistics.js';
import { sum } from './sum.js';

const ACCUMULATORS: Readonly<Record<string, AccumulatorCompiler>> = {
  $addToSet: addToSet,
  $avg: average,
  $bottom: bottom,
  $bottomN: bottomN,
  $count: count,
  $first: first,
  $firstN: firstN,
  $last: last,
  $lastN: lastN,
  $max: maximum,
  $maxN: maxN,
  $median: median,
  $mergeObjects: mergeObjects,
  $min: minimum,
  $minN: minN,
  $percentile: percentile,
  $push: push,
  $stdDevPop: populationDeviation,
  $stdDevSamp: sampleDeviation,
  $sum: sum,
  $top: top,
  $topN: topN,
};

/**
 * Reads `{ $sum: … }` as a group's field has it.
 * @throws MongoError 40234, 40238, 15952
 */
export function compileAccumulator(field: string, value: unknown, context: PipelineContext): () => Accumulator {
  if (!isDocument(value)) throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
  const names = Object.keys(value);
  const [name] = names;
  if (name === undefined || names.length !== 1) {
    throw new MongoError(40238, `The field '${field}' must specify one accumulator`);
  }
  const compile = Object.hasOwn(ACCUMULATORS, name) ? ACCUMULATORS[name] : undefined;
  if (!compile) throw new MongoError(15952, `unknown group operator '${name}'`);
  return compile(value[name], context);
}
