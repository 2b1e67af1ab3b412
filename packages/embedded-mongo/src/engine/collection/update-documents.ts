import type { Document } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { MAX_DOCUMENT_BYTES } from '../bson/inspect-document.js';
import { type PreparedQuery, prepareQuery } from '../execution/prepare-query.js';
import type { Row } from '../execution/row.js';
import { MongoError } from '../mongo-error.js';
import type { ScanPlan } from '../planner/scan-plan.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Store } from '../storage/store.js';
import type { WriteSession } from '../storage/write-session.js';
import type { UpdateChange, UpdateOutcome, WriteOptions } from '../types.js';
import { type CompiledUpdate, compileUpdate } from '../update/compile-update.js';
import { batchesOf } from './batches.js';
import { keepWithinCap, prepareCap } from './capped.js';
import { DocumentWriter } from './document-writer.js';

/** An update while it is under way. */
interface Progress {
  matched: number;
  modified: number;
  /** The last document, before and after. */
  last: { readonly changed: boolean; readonly before: Uint8Array; readonly after: Uint8Array } | undefined;
  /** Documents that must not be changed twice, if the scan could come across them again. */
  readonly seen: Set<number> | undefined;
}

/**
 * Changes the first or all documents that match, or inserts one if there is none and that is wanted. An update of many
 * documents commits them batch by batch (in a transaction all of them at its end) and pauses in between.
 */
export function* updateInSteps(
  store: Store,
  state: CollectionState,
  change: UpdateChange,
  options: WriteOptions,
): Generator<undefined, UpdateOutcome, void> {
  const { multi, returnDocuments } = change;
  const { transaction } = options;
  if (!multi || transaction) {
    return store.write(transaction, (session) => {
      const { query, update, progress } = prepare(session.connection, state, change);
      const writer = writerFor(session, store, state, options);
      for (const row of query.rows()) if (row) applyTo(row, update, writer, progress);
      if (progress.matched === 0 && change.upsert)
        return upsert(session, state, update, writer, returnDocuments === true);
      return outcomeOf(progress, returnDocuments === true && !multi);
    });
  }
  const { query, update, progress } = store.guard(() => prepare(store.main, state, change));
  if (update.kind === 'replacement') {
    throw new MongoError(9, 'multi update is not supported for replacement-style update');
  }
  for (const rows of batchesOf(query.rows())) {
    store.write(undefined, (session) =>
      applyToAll(session, rows, update, writerFor(session, store, state, options), progress),
    );
    yield undefined;
  }
  if (progress.matched > 0 || !change.upsert) return outcomeOf(progress, false);
  return store.write(undefined, (session) =>
    upsert(session, state, update, writerFor(session, store, state, options), false),
  );
}

function prepare(
  connection: WriteSession['connection'],
  state: CollectionState,
  change: UpdateChange,
): { query: PreparedQuery; update: CompiledUpdate; progress: Progress } {
  const query = prepareQuery(connection, state, { ...change, limit: change.multi ? 0 : 1 });
  const update = compileUpdate(change.update, {
    ...query.settings,
    arrayFilters: change.arrayFilters,
    filter: query.filter.node,
  });
  const seen = change.multi && movesInScan(query.plan.scan, update) ? new Set<number>() : undefined;
  return { query, update, progress: { matched: 0, modified: 0, last: undefined, seen } };
}

/** Whether the update may move documents ahead in the index that is being scanned. */
function movesInScan(scan: ScanPlan, { touches }: CompiledUpdate): boolean {
  if (scan.kind === 'collection') return false;
  if (scan.kind !== 'index' || !touches || scan.index.parts.length === 0) return true;
  return scan.index.parts.some(({ path }) => touches.has(path.split('.', 1)[0] as string));
}

function writerFor(session: WriteSession, store: Store, state: CollectionState, options: WriteOptions): DocumentWriter {
  return new DocumentWriter(session, store.catalog, state, options.bypassDocumentValidation === true);
}

/** What was changed before an error stays. */
function applyToAll(
  session: WriteSession,
  rows: readonly Row[],
  update: CompiledUpdate,
  writer: DocumentWriter,
  progress: Progress,
): void {
  for (const row of rows) {
    try {
      applyTo(row, update, writer, progress);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      session.failure = error;
      return;
    }
  }
}

function applyTo(row: Row, update: CompiledUpdate, writer: DocumentWriter, progress: Progress): void {
  if (progress.seen?.has(row.record)) return;
  progress.seen?.add(row.record);
  const { bytes } = row;
  const { document, changes } = update.apply(decodeDocument(bytes));
  const after = encodeDocument(document);
  const changed = Buffer.compare(after, bytes) !== 0;
  if (changed) {
    if (after.length > MAX_DOCUMENT_BYTES) {
      throw new MongoError(10334, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
    }
    const description = update.kind === 'replacement' ? undefined : changes.describe(document);
    writer.change(row.record, bytes, { bytes: after, document }, description);
    progress.modified++;
  }
  progress.matched++;
  progress.last = { changed, before: bytes, after };
}

function outcomeOf({ matched, modified, last }: Progress, showsDocuments: boolean): UpdateOutcome {
  if (!showsDocuments || !last) return { matched, modified };
  return { matched, modified, before: decodeDocument(last.before), after: decodeDocument(last.after) };
}

function upsert(
  session: WriteSession,
  state: CollectionState,
  update: CompiledUpdate,
  writer: DocumentWriter,
  returnsDocument: boolean,
): UpdateOutcome {
  if (state.entry.options.capped) prepareCap(session, state);
  const document: Document = update.insertion();
  const bytes = writer.insert(encodeDocument(document));
  if (state.entry.options.capped) keepWithinCap(session, state, writer);
  const outcome = { matched: 0, modified: 0, upserted: { _id: document._id as unknown } };
  return returnsDocument ? { ...outcome, after: decodeDocument(bytes) } : outcome;
}
