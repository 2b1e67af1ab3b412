import type { Document } from 'bson';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace } from './namespace.js';
import { RetryableStatements } from './retryable-statements.js';
import { runStatements } from './run-statements.js';
import { readUpdateStatement } from './update-statement.js';
import { readVariables } from './variables.js';
import { checkBatchSize } from './write-batch.js';
import { checkWritable, collectionToWrite } from './write-collection.js';

const KNOWN = new Set([
  'update',
  'updates',
  'ordered',
  'bypassDocumentValidation',
  'bypassEmptyTsReplacement',
  'let',
  'encryptionInformation',
]);

function run(request: CommandRequest): CommandReply {
  const { args, server, transaction } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  const updates = args.required('updates', args.documents('updates'));
  checkBatchSize(updates.length);
  checkWritable(namespace);
  const variables = readVariables(args.document('let'));
  const options = { transaction, bypassDocumentValidation: args.boolean('bypassDocumentValidation') };
  const retryable = new RetryableStatements(request);
  const upserted: Document[] = [];
  let matched = 0;
  let modified = 0;
  const errors = runStatements(
    updates,
    retryable,
    args.boolean('ordered', true),
    (statement) => {
      const change = readUpdateStatement(statement, variables);
      const collection = change.upsert
        ? collectionToWrite(request, namespace)
        : server.engine.collection(namespace.database, namespace.collection);
      return collection ? collection.update(change, options) : NOTHING;
    },
    (result, index) => {
      matched += result.matched;
      modified += result.modified;
      if (result.upserted) upserted.push({ index, _id: result.upserted._id });
    },
  );
  return {
    n: matched + upserted.length,
    nModified: modified,
    ...(upserted.length > 0 ? { upserted } : {}),
    ...(errors.length > 0 ? { writeErrors: errors } : {}),
    ...retryable.replyFields(),
  };
}

const NOTHING: Document = { matched: 0, modified: 0 };

export const update: Command = { name: 'update', writes: true, transactional: true, run };
