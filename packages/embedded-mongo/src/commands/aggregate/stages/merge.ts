import type { Document } from 'bson';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { fieldOf } from '../../../engine/query/path.js';
import type { EngineCollection, Namespace } from '../../../engine/types.js';
import { checkCollectionName, checkDatabaseName } from '../../namespace.js';
import { checkWritable } from '../../write-collection.js';
import { throwOnlyError } from '../../write-errors.js';
import { compilePipeline } from '../compile-pipeline.js';
import { expression } from '../expression.js';
import type { PipelineContext, StageCompiler } from '../stage.js';
import { documentArgument, onlyOptions } from '../stage-arguments.js';

const WHEN_MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const WHEN_NOT_MATCHED = ['insert', 'discard', 'fail'];

/** Writes the documents that come in into a collection, among those that are there. */
export const merge: StageCompiler = (argument, context) => {
  const options = typeof argument === 'string' ? { into: argument } : documentArgument('$merge', argument, 51182);
  onlyOptions('$merge', options, ['into', 'on', 'let', 'whenMatched', 'whenNotMatched']);
  const target = readTarget(options.into, context);
  const on = readOn(options.on);
  const whenMatched: unknown = options.whenMatched ?? 'merge';
  const whenNotMatched: unknown = options.whenNotMatched ?? 'insert';
  if (!Array.isArray(whenMatched) && !WHEN_MATCHED.includes(whenMatched as string)) {
    throw new MongoError(
      2,
      `Enumeration value '${String(whenMatched)}' for field '$merge.whenMatched' is not a valid value.`,
    );
  }
  if (!WHEN_NOT_MATCHED.includes(whenNotMatched as string)) {
    throw new MongoError(
      2,
      `Enumeration value '${String(whenNotMatched)}' for field '$merge.whenNotMatched' is not a valid value.`,
    );
  }
  const change = compileChange(whenMatched, options.let, context);
  return function* (input) {
    const { engine, bypassDocumentValidation } = context;
    const collection =
      engine.collection(target.database, target.collection) ??
      engine.createCollection(target.database, target.collection, {});
    checkUnique(collection, on);
    for (const document of input) {
      yield undefined;
      if (!document) continue;
      const filter = Object.fromEntries(on.map((path) => [path, { $eq: joinValue(document, path) }]));
      const [existing] = collection.find({ filter, limit: 1 });
      if (existing) {
        const changed = change(existing, document);
        if (changed) {
          collection.update(
            {
              filter: { _id: { $eq: existing._id } },
              update: { ...changed, _id: existing._id },
              multi: false,
              upsert: false,
            },
            { bypassDocumentValidation },
          );
        }
      } else if (whenNotMatched === 'insert') {
        throwOnlyError(collection.insert([document], { bypassDocumentValidation }).errors);
      } else if (whenNotMatched === 'fail') {
        throw new MongoError(
          13113,
          '$merge could not find a matching document in the target collection for at least one document in the source collection',
        );
      }
    }
  };
};

/** What a document that is there becomes; `undefined`: it stays as it is. */
type Change = (existing: Document, incoming: Document) => Document | undefined;

function compileChange(whenMatched: unknown, variables: unknown, context: PipelineContext): Change {
  if (Array.isArray(whenMatched)) return compilePipelineChange(whenMatched, variables, context);
  if (variables !== undefined)
    throw new MongoError(51199, "Cannot use 'let' variables with 'whenMatched: ' other than a pipeline");
  switch (whenMatched) {
    case 'replace':
      return (_existing, incoming) => incoming;
    case 'merge':
      return (existing, incoming) => ({ ...existing, ...incoming });
    case 'fail':
      return () => {
        throw new MongoError(11000, '$merge found a document that is there already, and whenMatched is fail');
      };
    default:
      return () => undefined;
  }
}

function compilePipelineChange(pipeline: unknown[], given: unknown, context: PipelineContext): Change {
  if (!pipeline.every(isDocument)) throw new MongoError(51191, '$merge needs an array of stages as whenMatched');
  if (given !== undefined && !isDocument(given)) throw new MongoError(9, '$merge argument let must be an object');
  const variables = Object.entries(given ?? { new: '$$ROOT' }).map(
    ([name, source]) => [name, expression(source, context)] as const,
  );
  return (existing, incoming) => {
    const values = Object.fromEntries(variables.map(([name, evaluate]) => [name, evaluate(incoming)]));
    const inner = { ...context, depth: context.depth + 1, variables: { ...context.variables, ...values } };
    for (const result of compilePipeline(pipeline as Document[], inner, 'inside')([existing])) {
      if (result) return result;
    }
    return undefined;
  };
}

function readTarget(into: unknown, { namespace }: PipelineContext): Namespace {
  const target =
    typeof into === 'string'
      ? { database: namespace.database, collection: into }
      : isDocument(into)
        ? { database: into.db ?? namespace.database, collection: into.coll }
        : undefined;
  if (!target || typeof target.database !== 'string' || typeof target.collection !== 'string') {
    throw new MongoError(51178, "$merge 'into' must be a collection name, or an object with 'db' and 'coll'");
  }
  const checked = { database: target.database, collection: target.collection };
  checkDatabaseName(checked.database);
  checkCollectionName(checked);
  checkWritable(checked);
  return checked;
}

function readOn(on: unknown): string[] {
  const paths: unknown[] = on === undefined ? ['_id'] : Array.isArray(on) ? on : [on];
  if (paths.length === 0 || !paths.every((path) => typeof path === 'string')) {
    throw new MongoError(51186, "$merge 'on' must be a string or an array of strings");
  }
  return paths as string[];
}

function checkUnique(collection: EngineCollection, on: readonly string[]): void {
  if (on.length === 1 && on[0] === '_id') return;
  const wanted = [...on].sort().join('\0');
  const found = collection
    .listIndexes()
    .some(
      ({ key, unique, partialFilterExpression }) =>
        unique && !partialFilterExpression && Object.keys(key).sort().join('\0') === wanted,
    );
  if (!found) throw new MongoError(51183, 'Cannot find index to verify that join fields will be unique');
}

function joinValue(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) value = isDocument(value) ? fieldOf(value, name) : undefined;
  if (value === undefined || value === null || Array.isArray(value)) {
    if (path === '_id' && value === undefined) return undefined;
    throw new MongoError(
      51132,
      `$merge write error: 'on' field '${path}' cannot be missing, null, undefined or an array`,
    );
  }
  return value;
}
