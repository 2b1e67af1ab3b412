import type { Document } from 'bson';
import { MongoError } from '../../engine/mongo-error.js';
import type { Flow, PipelineContext, Stage, StageCompiler } from './stage.js';
import { STAGES } from './stages/index.js';

const MAX_STAGES = 1000;
const MAX_DEPTH = 20;
/** Stages that have to come first. */
const SOURCES: ReadonlySet<string> = new Set([
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$documents',
  '$geoNear',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$planCacheStats',
]);
/** Stages that have to come last. */
const SINKS: ReadonlySet<string> = new Set(['$out', '$merge']);
/** What may follow `$changeStream`. */
const STREAM_STAGES: ReadonlySet<string> = new Set([
  '$addFields',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$set',
  '$unset',
]);

/** Where a pipeline stands, which decides about the stages that it may have. */
export type PipelinePlace = 'outermost' | 'inside' | 'facet' | 'change stream' | 'update';

/**
 * Makes one stage of a pipeline's.
 * @param before how many stages stood before these, and are done by others
 * @throws MongoError as MongoDB does for pipelines that it refuses
 */
export function compilePipeline(
  pipeline: readonly Document[],
  context: PipelineContext,
  place: PipelinePlace,
  before = 0,
): Stage {
  if (pipeline.length > MAX_STAGES) {
    throw new MongoError(7749501, `Pipeline length must be no longer than ${MAX_STAGES} stages.`);
  }
  if (context.depth > MAX_DEPTH) {
    throw new MongoError(2, `Maximum number of nested sub-pipelines exceeded: ${MAX_DEPTH}`);
  }
  const stages = pipeline.map((stage, index) => {
    const name = stageName(stage);
    checkPlace(name, index + before, pipeline.length + before, place);
    return (STAGES[name] as StageCompiler)(stage[name], context);
  });
  return (input) => stages.reduce<Flow>((flow, stage) => stage(flow), input);
}

/** @throws MongoError 40323, 40324 */
export function stageName(stage: Document): string {
  const names = Object.keys(stage);
  const [name] = names;
  if (name === undefined || names.length !== 1) {
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  if (!Object.hasOwn(STAGES, name) && name !== '$changeStream') {
    throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
  return name;
}

function checkPlace(name: string, index: number, length: number, place: PipelinePlace): void {
  if (place === 'change stream' && !STREAM_STAGES.has(name)) {
    throw new MongoError(20, `${name} is not permitted in a $changeStream pipeline`);
  }
  if (SOURCES.has(name)) {
    if (place === 'facet') throw new MongoError(40600, `${name} is not allowed to be used within a $facet stage`);
    if (index > 0) throw new MongoError(40602, `${name} is only valid as the first stage in a pipeline`);
    if (name === '$changeStream') throw new MongoError(40602, '$changeStream is not allowed here');
  }
  if (SINKS.has(name)) {
    if (place === 'facet') throw new MongoError(40600, `${name} is not allowed to be used within a $facet stage`);
    if (place !== 'outermost') throw new MongoError(51047, `${name} is not allowed within a sub-pipeline`);
    if (index < length - 1) throw new MongoError(40601, `${name} can only be the final stage in the pipeline`);
  }
  if (place === 'facet' && name === '$facet') {
    throw new MongoError(40600, '$facet is not allowed to be used within a $facet stage');
  }
}
