import type { Document } from 'bson';
import type { EngineCollection, Namespace, Removal, UpdateChange } from '../engine/types.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { failedToParse } from './errors.js';
import { commandNamespace } from './namespace.js';
import { projector } from './projector.js';
import { RetryableStatements } from './retryable-statements.js';
import { readModification } from './update-statement.js';
import { readVariables } from './variables.js';
import { withoutUndefined } from './without-undefined.js';
import { checkWritable, collectionToWrite } from './write-collection.js';

const KNOWN = new Set([
  'findAndModify',
  'findandmodify',
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'bypassDocumentValidation',
  'bypassEmptyTsReplacement',
  'arrayFilters',
  'hint',
  'collation',
  'let',
  'sampleId',
  'encryptionInformation',
]);

function run(request: CommandRequest): CommandReply {
  const { args } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  checkWritable(namespace);
  const remove = args.boolean('remove');
  const returnsNew = args.boolean('new');
  if (remove && args.has('update')) throw failedToParse('Cannot specify both an update and remove=true');
  if (!remove && !args.has('update')) throw failedToParse('Either an update or remove=true must be specified');
  if (remove && args.boolean('upsert')) throw failedToParse('Cannot specify both upsert=true and remove=true');
  if (remove && returnsNew) {
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  }
  if (remove && args.has('arrayFilters')) throw failedToParse('Cannot specify arrayFilters and remove=true');
  const project = projector(args);
  const retryable = new RetryableStatements(request);
  let result = retryable.earlierResult(0);
  if (!result) {
    result = remove ? removeOne(request, namespace) : updateOne(request, namespace, returnsNew);
    if (result.value) result = { ...result, value: project(result.value) };
    retryable.remember(0, result);
  }
  return { ...result, ...retryable.replyFields() };
}

function removeOne({ args, server, transaction }: CommandRequest, namespace: Namespace): Document {
  const collection = server.engine.collection(namespace.database, namespace.collection, transaction);
  const removal = withoutUndefined<Removal>({
    filter: args.document('query') ?? {},
    limit: 1,
    sort: readSort(args.document('sort')),
    collation: args.document('collation'),
    hint: args.hint(),
    let: readVariables(args.document('let')),
    returnDocuments: true,
  });
  const outcome = collection?.remove(removal, { transaction });
  return { lastErrorObject: { n: outcome?.n ?? 0 }, value: outcome?.before ?? null };
}

function updateOne(request: CommandRequest, namespace: Namespace, returnsNew: boolean): Document {
  const { args, server, transaction } = request;
  const change = withoutUndefined<UpdateChange>({
    filter: args.document('query') ?? {},
    update: readModification(args.get('update'), 'findAndModify.update'),
    multi: false,
    upsert: args.boolean('upsert'),
    arrayFilters: args.documents('arrayFilters'),
    sort: readSort(args.document('sort')),
    collation: args.document('collation'),
    hint: args.hint(),
    let: readVariables(args.document('let')),
    returnDocuments: true,
  });
  const collection: EngineCollection | undefined = change.upsert
    ? collectionToWrite(request, namespace)
    : server.engine.collection(namespace.database, namespace.collection, transaction);
  const bypassDocumentValidation = args.boolean('bypassDocumentValidation');
  const outcome = collection?.update(change, { transaction, bypassDocumentValidation });
  if (!outcome) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
  const { upserted } = outcome;
  return {
    lastErrorObject: {
      n: upserted ? 1 : outcome.matched,
      updatedExisting: outcome.matched > 0,
      ...(upserted ? { upserted: upserted._id } : {}),
    },
    value: (returnsNew ? outcome.after : outcome.before) ?? null,
  };
}

function readSort(sort: Document | undefined): Document | undefined {
  return sort && Object.keys(sort).length > 0 ? sort : undefined;
}

export const findAndModify: Command = {
  name: 'findAndModify',
  aliases: ['findandmodify'],
  writes: true,
  transactional: true,
  run,
};
