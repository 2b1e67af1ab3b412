import type { Document } from 'bson';
import { decodeDocument, decodeElement } from '../bson/decode.js';
import { inspectDocument } from '../bson/inspect-document.js';
import { prepareQuery } from '../execution/prepare-query.js';
import type { Catalog } from '../storage/catalog.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { WriteSession } from '../storage/write-session.js';
import type { Removal, RemoveOutcome, WriteOptions } from '../types.js';
import { DocumentWriter } from './document-writer.js';

export function removeDocuments(
  session: WriteSession,
  catalog: Catalog,
  state: CollectionState,
  removal: Removal,
  options: WriteOptions,
): RemoveOutcome {
  const query = prepareQuery(session.connection, state, removal);
  const writer = new DocumentWriter(session, catalog, state, options.bypassDocumentValidation === true);
  let n = 0;
  let before: Document | undefined;
  for (const row of query.rows()) {
    if (!row) continue;
    const { id } = inspectDocument(row.bytes);
    writer.remove(row.record, row.bytes, id && decodeElement(row.bytes, id.type, id.value));
    if (removal.returnDocuments) before = decodeDocument(row.bytes);
    n++;
  }
  return before ? { n, before } : { n };
}
