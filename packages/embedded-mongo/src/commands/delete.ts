import type { Document } from 'bson';
import type { Removal } from '../engine/types.js';
import { Arguments } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { failedToParse } from './errors.js';
import { commandNamespace } from './namespace.js';
import { RetryableStatements } from './retryable-statements.js';
import { runStatements } from './run-statements.js';
import { readVariables } from './variables.js';
import { withoutUndefined } from './without-undefined.js';
import { checkBatchSize } from './write-batch.js';
import { checkWritable } from './write-collection.js';

const KNOWN = new Set(['delete', 'deletes', 'ordered', 'let', 'encryptionInformation']);
const KNOWN_IN_STATEMENT = new Set(['q', 'limit', 'collation', 'hint', 'sampleId']);

function run(request: CommandRequest): CommandReply {
  const { args, server, transaction } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  const deletes = args.required('deletes', args.documents('deletes'));
  checkBatchSize(deletes.length);
  checkWritable(namespace);
  const variables = readVariables(args.document('let'));
  const retryable = new RetryableStatements(request);
  const collection = server.engine.collection(namespace.database, namespace.collection);
  let removed = 0;
  const errors = runStatements(
    deletes,
    retryable,
    args.boolean('ordered', true),
    (statement) => {
      const deletion = readDeletion(statement, variables);
      return { n: collection ? collection.remove(deletion, { transaction }).n : 0 };
    },
    (result) => {
      removed += result.n;
    },
  );
  return { n: removed, ...(errors.length > 0 ? { writeErrors: errors } : {}), ...retryable.replyFields() };
}

function readDeletion(statement: Document, variables: Document | undefined): Removal {
  const args = new Arguments('delete.deletes', statement);
  args.only(KNOWN_IN_STATEMENT);
  const limit = args.required('limit', args.integer('limit'));
  if (limit !== 0 && limit !== 1) throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  return withoutUndefined<Removal>({
    filter: args.required('q', args.document('q')),
    limit,
    collation: args.document('collation'),
    hint: args.hint(),
    let: variables,
  });
}

export const deleteDocuments: Command = { name: 'delete', writes: true, transactional: true, run };
