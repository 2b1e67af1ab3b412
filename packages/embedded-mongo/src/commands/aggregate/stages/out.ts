import { randomUUID } from 'node:crypto';
import type { Document } from 'bson';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import type { Namespace } from '../../../engine/types.js';
import { checkCollectionName, checkDatabaseName } from '../../namespace.js';
import { checkWritable } from '../../write-collection.js';
import { throwOnlyError } from '../../write-errors.js';
import type { PipelineContext, StageCompiler } from '../stage.js';
import { onlyOptions } from '../stage-arguments.js';

const BATCH = 1000;

/** Replaces a collection by the documents that come in: it is seen whole or not at all. */
export const out: StageCompiler = (argument, context) => {
  const target = readTarget(argument, context);
  return function* (input) {
    const { engine } = context;
    const existing = engine.collection(target.database, target.collection);
    if (existing?.info.options.capped) throw new MongoError(17152, 'namespace is capped so it cannot be used for $out');
    const temporary = { database: target.database, collection: `tmp.agg_out.${randomUUID()}` };
    const collection = engine.createCollection(temporary.database, temporary.collection, existing?.info.options ?? {});
    let renamed = false;
    try {
      const indexes = existing?.listIndexes().filter(({ name }) => name !== '_id_') ?? [];
      if (indexes.length > 0) collection.createIndexes(indexes);
      let batch: Document[] = [];
      const write = (): void => {
        throwOnlyError(collection.insert(batch, { bypassDocumentValidation: context.bypassDocumentValidation }).errors);
        batch = [];
      };
      for (const document of input) {
        if (document && batch.push(document) >= BATCH) write();
        yield undefined;
      }
      if (batch.length > 0) write();
      engine.renameCollection(temporary, target, true);
      renamed = true;
    } finally {
      if (!renamed) engine.dropCollection(temporary.database, temporary.collection);
    }
  };
};

function readTarget(argument: unknown, { namespace }: PipelineContext): Namespace {
  let target: Namespace;
  if (typeof argument === 'string') {
    target = { database: namespace.database, collection: argument };
  } else if (isDocument(argument)) {
    onlyOptions('$out', argument, ['db', 'coll']);
    const { db, coll } = argument;
    if (typeof db !== 'string' || typeof coll !== 'string') {
      throw new MongoError(16994, "If an object is passed to $out it must have exactly 2 fields: 'db' and 'coll'");
    }
    target = { database: db, collection: coll };
  } else {
    throw new MongoError(16990, '$out only supports a string or object argument');
  }
  checkDatabaseName(target.database);
  checkCollectionName(target);
  checkWritable(target);
  return target;
}
