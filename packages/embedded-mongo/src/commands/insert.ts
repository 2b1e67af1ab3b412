import type { Document } from 'bson';
import type { WriteError, WriteOutcome } from '../engine/types.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { commandNamespace } from './namespace.js';
import { RetryableStatements } from './retryable-statements.js';
import { checkBatchSize } from './write-batch.js';
import { collectionToWrite } from './write-collection.js';

const KNOWN = new Set([
  'insert',
  'documents',
  'ordered',
  'bypassDocumentValidation',
  'bypassEmptyTsReplacement',
  'encryptionInformation',
]);

const INSERTED: Document = { n: 1 };

function run(request: CommandRequest): CommandReply {
  const { args } = request;
  args.only(KNOWN);
  const namespace = commandNamespace(request);
  const documents = args.required('documents', args.encodedDocuments('documents'));
  checkBatchSize(documents.length);
  const ordered = args.boolean('ordered', true);
  const options = {
    transaction: request.transaction,
    ordered,
    bypassDocumentValidation: args.boolean('bypassDocumentValidation'),
  };
  const collection = collectionToWrite(request, namespace);
  const statements = new RetryableStatements(request);
  const outcome = insertOnce(documents, statements, ordered, (batch) => collection.insert(batch, options));
  return {
    n: outcome.n,
    ...(outcome.errors.length > 0 ? { writeErrors: outcome.errors.map(inReplyOrder) } : {}),
    ...statements.replyFields(),
  };
}

/** Inserts what an earlier attempt of the same command has not inserted. */
function insertOnce(
  documents: readonly (Document | Uint8Array)[],
  statements: RetryableStatements,
  ordered: boolean,
  insert: (batch: readonly (Document | Uint8Array)[]) => WriteOutcome,
): WriteOutcome {
  if (!statements.active) return insert(documents);
  const indexes: number[] = [];
  for (let index = 0; index < documents.length; index++) {
    if (!statements.earlierResult(index)) indexes.push(index);
  }
  const earlier = documents.length - indexes.length;
  if (indexes.length === 0) return { n: earlier, errors: [] };
  const outcome = insert(earlier === 0 ? documents : indexes.map((index) => documents[index] as Document | Uint8Array));
  const errors = outcome.errors.map((error) => ({ ...error, index: indexes[error.index] as number }));
  const failed = new Set(errors.map((error) => error.index));
  for (const index of indexes) {
    if (failed.has(index)) {
      if (ordered) break;
    } else {
      statements.remember(index, INSERTED);
    }
  }
  return { n: outcome.n + earlier, errors };
}

function inReplyOrder({ index, code, errmsg, ...details }: WriteError): Document {
  return { index, code, ...details, errmsg };
}

export const insert: Command = { name: 'insert', writes: true, transactional: true, run };
