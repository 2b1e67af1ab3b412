import type { Document } from 'bson';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { MAX_DOCUMENT_BYTES } from '../bson/inspect-document.js';
import { prepareQuery } from '../execution/prepare-query.js';
import type { Row } from '../execution/row.js';
import { MongoError } from '../mongo-error.js';
import type { Catalog } from '../storage/catalog.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { WriteSession } from '../storage/write-session.js';
import type { UpdateChange, UpdateOutcome, WriteOptions } from '../types.js';
import { type CompiledUpdate, compileUpdate } from '../update/compile-update.js';
import { keepWithinCap } from './capped.js';
import { DocumentWriter } from './document-writer.js';

interface Applied {
  readonly changed: boolean;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Changes the first or all documents that match, or inserts one if there is none and that is wanted. */
export function updateDocuments(
  session: WriteSession,
  catalog: Catalog,
  state: CollectionState,
  change: UpdateChange,
  options: WriteOptions,
): UpdateOutcome {
  const { multi, returnDocuments } = change;
  const query = prepareQuery(session.connection, state, { ...change, limit: multi ? 0 : 1 });
  const update = compileUpdate(change.update, {
    ...query.settings,
    arrayFilters: change.arrayFilters,
    filter: query.filter.node,
  });
  if (multi && update.kind === 'replacement') {
    throw new MongoError(9, 'multi update is not supported for replacement-style update');
  }
  const writer = new DocumentWriter(session, catalog, state, options.bypassDocumentValidation === true);
  let matched = 0;
  let modified = 0;
  let single: Applied | undefined;
  // A document that moves ahead in the index being scanned would be found again.
  const seen = query.plan.scan.kind === 'collection' ? undefined : new Set<number>();
  try {
    for (const row of query.rows()) {
      if (!row || seen?.has(row.record)) continue;
      seen?.add(row.record);
      single = applyTo(row, update, writer);
      matched++;
      if (single.changed) modified++;
    }
  } catch (error) {
    // What a multi-update has changed before it failed stays, unless all of it is one transaction.
    if (options.transaction || !(error instanceof MongoError) || modified === 0) throw error;
    session.failure = error;
    return { matched, modified };
  }
  if (matched === 0 && change.upsert) return upsert(session, state, update, writer, returnDocuments === true);
  if (!returnDocuments || multi || !single) return { matched, modified };
  return { matched, modified, before: decodeDocument(single.before), after: decodeDocument(single.after) };
}

function applyTo(row: Row, update: CompiledUpdate, writer: DocumentWriter): Applied {
  const { bytes } = row;
  const { document, changes } = update.apply(decodeDocument(bytes));
  const after = encodeDocument(document);
  const applied = { changed: Buffer.compare(after, bytes) !== 0, before: bytes, after };
  if (!applied.changed) return applied;
  if (after.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(10334, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  }
  writer.change(
    row.record,
    { bytes, document: decodeDocument(bytes) },
    { bytes: after, document },
    update.kind === 'replacement' ? undefined : changes.describe(document),
  );
  return applied;
}

function upsert(
  session: WriteSession,
  state: CollectionState,
  update: CompiledUpdate,
  writer: DocumentWriter,
  returnsDocument: boolean,
): UpdateOutcome {
  const document: Document = update.insertion();
  const bytes = writer.insert(encodeDocument(document));
  if (state.entry.options.capped) keepWithinCap(session, state, writer);
  const outcome = { matched: 0, modified: 0, upserted: { _id: document._id as unknown } };
  return returnsDocument ? { ...outcome, after: decodeDocument(bytes) } : outcome;
}
