import { MongoError } from '../mongo-error.js';
import type { Catalog } from '../storage/catalog.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { WriteSession } from '../storage/write-session.js';
import type { WriteError, WriteOptions, WriteOutcome } from '../types.js';
import { keepWithinCap, prepareCap } from './capped.js';
import { DocumentWriter } from './document-writer.js';

/** Inserts one after the other; the first error ends it, unless the options say otherwise. */
export function insertDocuments(
  session: WriteSession,
  catalog: Catalog,
  state: CollectionState,
  documents: readonly (Uint8Array | (() => Uint8Array))[],
  options: WriteOptions,
): WriteOutcome {
  const writer = new DocumentWriter(session, catalog, state, options.bypassDocumentValidation === true);
  if (state.entry.options.capped) prepareCap(session, state);
  const errors: WriteError[] = [];
  let n = 0;
  for (const [index, document] of documents.entries()) {
    try {
      writer.insert(typeof document === 'function' ? document() : document);
      n++;
    } catch (error) {
      if (!(error instanceof MongoError) || error.code === 112) throw error;
      errors.push(writeErrorOf(error, index));
      if (options.ordered !== false) break;
    }
  }
  if (n > 0 && state.entry.options.capped) keepWithinCap(session, state, writer);
  return { n, errors };
}

export function writeErrorOf(error: MongoError, index: number): WriteError {
  return { index, code: error.code, errmsg: error.message, ...error.details };
}
