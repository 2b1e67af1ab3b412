import type { Document } from 'bson';
import { setField } from '../../../engine/bson/decode.js';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { compilePipeline } from '../compile-pipeline.js';
import { type Evaluate, expression } from '../expression.js';
import { ForeignCollection } from '../foreign-collection.js';
import { readCollection } from '../read-collection.js';
import { collectionNamed, type Flow, type PipelineContext, type Stage, type StageCompiler } from '../stage.js';
import { documentArgument, fieldName, onlyOptions } from '../stage-arguments.js';

const KNOWN = ['from', 'localField', 'foreignField', 'let', 'pipeline', 'as'];

export const lookup: StageCompiler = (argument, context) => {
  const options = documentArgument('$lookup', argument, 4569);
  onlyOptions('$lookup', options, KNOWN);
  const as = fieldName('$lookup', 'as', options.as, 40321);
  const { from, localField, foreignField } = options;
  const pipeline = readPipeline(options);
  if (from !== undefined && typeof from !== 'string')
    throw new MongoError(40321, "$lookup argument 'from' must be a string");
  if (from === undefined && !pipeline?.[0]?.$documents)
    throw new MongoError(9, "must specify 'from' field for a $lookup");
  if ((localField === undefined) !== (foreignField === undefined) || (localField === undefined && !pipeline)) {
    throw new MongoError(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  const join =
    localField === undefined
      ? undefined
      : {
          local: fieldName('$lookup', 'localField', localField, 40321),
          foreign: fieldName('$lookup', 'foreignField', foreignField, 40321),
        };
  const variables = readVariables(options.let, context);
  const sub = pipeline && new SubPipeline(pipeline, variables, context);
  // A collection that is in a join is read by its field; a pipeline alone reads all of it.
  return function* (input) {
    const collection = from === undefined ? undefined : collectionNamed(from, context);
    const foreign = join && new ForeignCollection(collection, join.foreign, context);
    for (const document of input) {
      yield undefined;
      if (!document) continue;
      const found: Document[] = [];
      const candidates: Flow = foreign
        ? foreign.matching(document, join.local)
        : readCollection(collection, { filter: {} }, context.transaction);
      for (const each of sub ? sub.run(candidates, document) : candidates) {
        if (each) found.push(each);
        yield undefined;
      }
      yield withField(document, as, found);
    }
  };
};

function readPipeline({ pipeline }: Document): Document[] | undefined {
  if (pipeline === undefined) return undefined;
  if (!Array.isArray(pipeline) || !pipeline.every(isDocument)) {
    throw new MongoError(14, "'pipeline' option must be specified as an array of stages");
  }
  return pipeline;
}

function readVariables(given: unknown, context: PipelineContext): [string, Evaluate][] {
  if (given === undefined) return [];
  if (!isDocument(given)) throw new MongoError(9, '$lookup argument let must be an object');
  return Object.entries(given).map(([name, source]) => {
    if (!/^[a-z\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/u.test(name)) {
      throw new MongoError(16866, `'${name}' starts with an invalid character for a user variable name`);
    }
    return [name, expression(source, context)];
  });
}

/** The pipeline of a lookup; made anew for each document if it uses values of that. */
class SubPipeline {
  readonly #pipeline: readonly Document[];
  readonly #variables: readonly [string, Evaluate][];
  readonly #context: PipelineContext;
  readonly #fixed: Stage;

  constructor(pipeline: readonly Document[], variables: readonly [string, Evaluate][], context: PipelineContext) {
    this.#pipeline = pipeline;
    this.#variables = variables;
    this.#context = { ...context, depth: context.depth + 1 };
    // Mistakes are told although there may be no document to run it for.
    const missing = Object.fromEntries(variables.map(([name]) => [name, null]));
    this.#fixed = this.#compile(missing);
  }

  run(input: Flow, outer: Document): Flow {
    if (this.#variables.length === 0) return this.#fixed(input);
    // A missing value is a variable, too.
    const values = Object.fromEntries(this.#variables.map(([name, evaluate]) => [name, evaluate(outer)]));
    return this.#compile(values)(input);
  }

  #compile(values: Record<string, unknown>): Stage {
    const variables = { ...this.#context.variables, ...values };
    return compilePipeline(this.#pipeline, { ...this.#context, variables }, 'inside');
  }
}

/** A copy of the document with a value at a path. */
export function withField(document: Document, path: string, value: unknown): Document {
  const dot = path.indexOf('.');
  const name = dot < 0 ? path : path.slice(0, dot);
  const copy = { ...document };
  const inner: unknown = Object.hasOwn(document, name) ? document[name] : undefined;
  setField(copy, name, dot < 0 ? value : withField(isDocument(inner) ? inner : {}, path.slice(dot + 1), value));
  return copy;
}
