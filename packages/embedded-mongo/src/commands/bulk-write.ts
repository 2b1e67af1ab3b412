import type { Document } from 'bson';
import { IterableSource } from '../cursors/iterable-source.js';
import type { Namespace, Removal, UpdateChange } from '../engine/types.js';
import { MAX_WRITE_BATCH } from '../wire/limits.js';
import { Arguments, toNumber } from './arguments.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readCursorOptions } from './cursor-options.js';
import { badValue, failedToParse } from './errors.js';
import { parseNamespace } from './namespace.js';
import { openCursor } from './open-cursor.js';
import { RetryableStatements } from './retryable-statements.js';
import { runStatements } from './run-statements.js';
import { hasOperators, readModification } from './update-statement.js';
import { readVariables } from './variables.js';
import { withoutUndefined } from './without-undefined.js';
import { checkBatchSize } from './write-batch.js';
import { checkWritable, collectionToWrite } from './write-collection.js';
import { throwOnlyError } from './write-errors.js';

const KNOWN = new Set([
  'bulkWrite',
  'ops',
  'nsInfo',
  'ordered',
  'errorsOnly',
  'bypassDocumentValidation',
  'bypassEmptyTsReplacement',
  'let',
  'cursor',
]);
const KNOWN_IN_INSERT = new Set(['insert', 'document']);
const KNOWN_IN_UPDATE = new Set([
  'update',
  'filter',
  'updateMods',
  'multi',
  'upsert',
  'upsertSupplied',
  'arrayFilters',
  'hint',
  'collation',
  'constants',
  'sort',
  'sampleId',
]);
const KNOWN_IN_DELETE = new Set(['delete', 'filter', 'multi', 'hint', 'collation', 'sampleId']);

/** The writes of a bulkWrite to one place: what has to be known beside the operation. */
interface BulkContext {
  readonly request: CommandRequest;
  readonly namespaces: readonly Namespace[];
  readonly variables: Document | undefined;
  readonly bypassDocumentValidation: boolean;
}

async function run(request: CommandRequest): Promise<CommandReply> {
  const { args } = request;
  args.only(KNOWN);
  const operations = args.required('ops', args.documents('ops'));
  checkBatchSize(operations.length);
  const context: BulkContext = {
    request,
    namespaces: readNamespaces(args),
    variables: readVariables(args.document('let')),
    bypassDocumentValidation: args.boolean('bypassDocumentValidation'),
  };
  const retryable = new RetryableStatements(request);
  const totals = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
  const results: Document[] = [];
  const errors = runStatements(
    operations,
    retryable,
    args.boolean('ordered', true),
    (operation) => runOperation(operation, context),
    ({ kind, result }, index) => {
      results.push({ ok: 1, idx: index, ...result });
      if (kind === 'insert') totals.nInserted += result.n;
      if (kind === 'delete') totals.nDeleted += result.n;
      if (kind === 'update') {
        totals.nMatched += result.upserted ? 0 : result.n;
        totals.nModified += result.nModified;
        totals.nUpserted += result.upserted ? 1 : 0;
      }
    },
  );
  const failures = errors.map(({ index, ...error }) => ({ ok: 0, idx: index, n: 0, ...error }));
  const listed = args.boolean('errorsOnly') ? failures : [...results, ...failures].sort((a, b) => a.idx - b.idx);
  const namespace = { database: 'admin', collection: '$cmd.bulkWrite' };
  const reply = await openCursor(request, namespace, new IterableSource(listed), readCursorOptions(args));
  return { ...reply, nErrors: failures.length, ...totals, ...retryable.replyFields() };
}

function readNamespaces(args: Arguments): Namespace[] {
  const infos = args.required('nsInfo', args.documents('nsInfo'));
  if (infos.length < 1 || infos.length > MAX_WRITE_BATCH) {
    throw badValue(`nsInfo must have between 1 and ${MAX_WRITE_BATCH} entries`);
  }
  return infos.map((info) => {
    const namespace = parseNamespace(info.ns, 'bulkWrite.nsInfo.ns');
    checkWritable(namespace);
    return namespace;
  });
}

function runOperation(operation: Document, context: BulkContext): Document {
  const kind = Object.keys(operation)[0];
  if (kind === 'insert') return { kind, result: insertOne(operation, context) };
  if (kind === 'update') return { kind, result: updateSome(operation, context) };
  if (kind === 'delete') return { kind, result: deleteSome(operation, context) };
  throw failedToParse(`BulkWrite operations are insert, update and delete, not '${kind}'`);
}

function namespaceOf(operation: Document, kind: string, { namespaces }: BulkContext): Namespace {
  const index = toNumber(operation[kind]);
  const namespace = index === undefined ? undefined : namespaces[index];
  if (!namespace) throw badValue(`BulkWrite ops entry has an invalid nsInfo index: ${String(operation[kind])}`);
  return namespace;
}

function insertOne(operation: Document, context: BulkContext): Document {
  const args = new Arguments('bulkWrite.ops.insert', operation);
  args.only(KNOWN_IN_INSERT);
  const namespace = namespaceOf(operation, 'insert', context);
  const document = args.required('document', args.document('document'));
  const { request, bypassDocumentValidation } = context;
  const outcome = collectionToWrite(request, namespace).insert([document], {
    transaction: request.transaction,
    bypassDocumentValidation,
  });
  throwOnlyError(outcome.errors);
  return { n: outcome.n };
}

function updateSome(operation: Document, context: BulkContext): Document {
  const args = new Arguments('bulkWrite.ops.update', operation);
  args.only(KNOWN_IN_UPDATE);
  const namespace = namespaceOf(operation, 'update', context);
  const { request, bypassDocumentValidation, variables } = context;
  const update = readModification(args.get('updateMods'), 'bulkWrite.ops.update.updateMods');
  const multi = args.boolean('multi');
  if (multi && !Array.isArray(update) && !hasOperators(update as Document)) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  const constants = readVariables(args.document('constants'));
  const change = withoutUndefined<UpdateChange>({
    filter: args.required('filter', args.document('filter')),
    update,
    multi,
    upsert: args.boolean('upsert'),
    arrayFilters: args.documents('arrayFilters'),
    collation: args.document('collation'),
    hint: args.hint(),
    let: variables || constants ? { ...variables, ...constants } : undefined,
    sort: args.document('sort'),
  });
  const { engine } = request.server;
  const collection = change.upsert
    ? collectionToWrite(request, namespace)
    : engine.collection(namespace.database, namespace.collection, request.transaction);
  const outcome = collection?.update(change, { transaction: request.transaction, bypassDocumentValidation });
  if (!outcome) return { n: 0, nModified: 0 };
  const { matched, modified, upserted } = outcome;
  return { n: upserted ? 1 : matched, nModified: modified, ...(upserted ? { upserted: { _id: upserted._id } } : {}) };
}

function deleteSome(operation: Document, context: BulkContext): Document {
  const args = new Arguments('bulkWrite.ops.delete', operation);
  args.only(KNOWN_IN_DELETE);
  const namespace = namespaceOf(operation, 'delete', context);
  const { request, variables } = context;
  const removal = withoutUndefined<Removal>({
    filter: args.required('filter', args.document('filter')),
    limit: args.boolean('multi') ? 0 : 1,
    collation: args.document('collation'),
    hint: args.hint(),
    let: variables,
  });
  const collection = request.server.engine.collection(namespace.database, namespace.collection, request.transaction);
  return { n: collection?.remove(removal, { transaction: request.transaction }).n ?? 0 };
}

export const bulkWrite: Command = { name: 'bulkWrite', adminOnly: true, writes: true, transactional: true, run };
