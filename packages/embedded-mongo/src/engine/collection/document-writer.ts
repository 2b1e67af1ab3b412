import { type Document, ObjectId } from 'bson';
import { decodeDocument, decodeElement, decodeFields } from '../bson/decode.js';
import { type DocumentShape, inspectDocument, withIdFirst, withNewId } from '../bson/inspect-document.js';
import { type IndexDefinition, indexKeysOf } from '../indexes/index-definition.js';
import { encodeKey } from '../keys/encode-key.js';
import type { Catalog } from '../storage/catalog.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { ChangeSource } from '../storage/pending-change.js';
import type { WriteSession } from '../storage/write-session.js';
import type { UpdateDescription } from '../types.js';
import { duplicateKey } from './duplicate-key.js';
import { checkValid } from './validation.js';

/** Writes single documents of a collection with their index entries and changes. Nothing is written if one throws. */
export class DocumentWriter {
  readonly #session: WriteSession;
  readonly #state: CollectionState;
  readonly #catalog: Catalog;
  readonly #source: ChangeSource;
  readonly #validates: boolean;

  constructor(session: WriteSession, catalog: Catalog, state: CollectionState, bypassValidation: boolean) {
    this.#session = session;
    this.#catalog = catalog;
    this.#state = state;
    this.#source = { namespace: state.namespace, uuid: state.entry.uuid };
    this.#validates = !bypassValidation && state.validator !== undefined;
  }

  /** Stores a new document. Returns its bytes, which begin with the `_id`. */
  insert(given: Uint8Array): Uint8Array {
    const { bytes, shape } = completed(given);
    const id = decodeElement(bytes, shape.type, shape.value);
    if (this.#validates) checkValid(this.#state, decodeDocument(bytes));
    const { connection } = this.#session;
    const key = this.idKey(id);
    this.#session.claim(this.#state, key);
    const entries = this.#newEntries(bytes, undefined);
    const record = this.#state.newRecord(connection);
    const inserted = connection
      .statement(`INSERT OR IGNORE INTO ${this.#state.table} (r, k, d) VALUES (?, ?, ?)`)
      .run(record, key, bytes);
    if (inserted === 0) throw this.#duplicateId(id);
    for (const { index, keys } of entries) this.#addEntries(index, keys, record);
    this.#state.addToTotals(this.#session, 1, bytes.length);
    this.#session.record({ kind: 'insert', source: this.#source, fullDocumentBytes: bytes });
    return bytes;
  }

  /** Stores a changed document, whose `_id` is the same, in the place of the old one. */
  change(
    record: number,
    before: Uint8Array,
    after: { readonly bytes: Uint8Array; readonly document: Document },
    description: UpdateDescription | undefined,
  ): void {
    const { id } = inspectDocument(after.bytes);
    if (!id) throw new TypeError('A changed document has lost its _id');
    if (this.#validates) checkValid(this.#state, after.document, () => decodeDocument(before));
    const { connection } = this.#session;
    this.#session.claim(this.#state, this.idKey(after.document._id));
    const { indexes, indexFields } = this.#state;
    const old =
      indexes.length === 0
        ? NO_ENTRIES
        : this.#entriesOf(indexFields ? decodeFields(before, indexFields) : decodeDocument(before));
    const fresh = this.#entriesOf(after.document);
    for (const [i, { index, keys }] of fresh.entries())
      this.#checkUnique(index, keys, after.document, record, old[i]?.keys);
    for (const [i, { index, keys }] of fresh.entries()) {
      const oldKeys = old[i]?.keys ?? [];
      this.#removeEntries(index, without(oldKeys, keys), record);
      this.#addEntries(index, without(keys, oldKeys), record);
    }
    connection.statement(`UPDATE ${this.#state.table} SET d = ? WHERE r = ?`).run(after.bytes, record);
    this.#state.addToTotals(this.#session, 0, after.bytes.length - before.length);
    const images = this.#state.entry.options.changeStreamPreAndPostImages === true;
    this.#session.record({
      kind: description ? 'update' : 'replace',
      source: this.#source,
      documentKey: description ? { _id: after.document._id } : undefined,
      fullDocumentBytes: description ? undefined : after.bytes,
      beforeBytes: images ? before : undefined,
      afterBytes: images && description ? after.bytes : undefined,
      updateDescription: description,
    });
  }

  /** @param silently without telling change streams, as capped collections drop their oldest */
  remove(record: number, bytes: Uint8Array, id: unknown, silently?: 'silently'): void {
    const { connection } = this.#session;
    this.#session.claim(this.#state, this.idKey(id));
    if (this.#state.indexes.length > 0) {
      const { indexFields } = this.#state;
      const document = indexFields ? decodeFields(bytes, indexFields) : decodeDocument(bytes);
      for (const { index, keys } of this.#entriesOf(document)) this.#removeEntries(index, keys, record);
    }
    connection.statement(`DELETE FROM ${this.#state.table} WHERE r = ?`).run(record);
    this.#state.addToTotals(this.#session, -1, -bytes.length);
    if (silently) return;
    this.#session.record({
      kind: 'delete',
      source: this.#source,
      documentKey: { _id: id },
      beforeBytes: this.#state.entry.options.changeStreamPreAndPostImages === true ? bytes : undefined,
    });
  }

  idKey(id: unknown): Uint8Array {
    return encodeKey(id, this.#state.collation?.fold);
  }

  #newEntries(bytes: Uint8Array, record: number | undefined): Entries[] {
    if (this.#state.indexes.length === 0) return NO_ENTRIES;
    const { indexFields } = this.#state;
    const document = indexFields ? decodeFields(bytes, indexFields) : decodeDocument(bytes);
    const entries = this.#entriesOf(document);
    for (const { index, keys } of entries) this.#checkUnique(index, keys, document, record, undefined);
    return entries;
  }

  #entriesOf(document: Document): Entries[] {
    return this.#state.indexes.map((index) => {
      const { keys, arrays } = indexKeysOf(index, document);
      if (arrays.includes(true)) this.#catalog.noteArrays(this.#session, this.#state, index, arrays);
      return { index, keys };
    });
  }

  #checkUnique(
    index: IndexDefinition,
    keys: readonly Uint8Array[],
    document: Document,
    record: number | undefined,
    oldKeys: readonly Uint8Array[] | undefined,
  ): void {
    if (!index.unique) return;
    const statement = this.#session.connection.statement(`SELECT r FROM ${index.table} WHERE k = ? LIMIT 2`);
    for (const key of oldKeys ? without(keys, oldKeys) : keys) {
      if (statement.all(key).some((row) => row.r !== record)) {
        throw duplicateKey(this.#state.namespaceText, index.name, index.specification.key, index.parts, document);
      }
    }
  }

  #addEntries(index: IndexDefinition, keys: readonly Uint8Array[], record: number): void {
    const statement = this.#session.connection.statement(`INSERT INTO ${index.table} (k, r) VALUES (?, ?)`);
    for (const key of keys) statement.run(key, record);
  }

  #removeEntries(index: IndexDefinition, keys: readonly Uint8Array[], record: number): void {
    const statement = this.#session.connection.statement(`DELETE FROM ${index.table} WHERE k = ? AND r = ?`);
    for (const key of keys) statement.run(key, record);
  }

  #duplicateId(id: unknown): Error {
    return duplicateKey(this.#state.namespaceText, '_id_', { _id: 1 }, ID_PARTS, { _id: id });
  }
}

const ID_PARTS = [{ path: '_id', direction: 1 }] as const;

interface Entries {
  readonly index: IndexDefinition;
  readonly keys: readonly Uint8Array[];
}

const NO_ENTRIES: Entries[] = [];

/** The document as it is stored: with an `_id`, which comes first, and the time for empty timestamps. */
function completed(given: Uint8Array): { bytes: Uint8Array; shape: NonNullable<DocumentShape['id']> } {
  let bytes = given;
  let { id, zeroTimestamps } = inspectDocument(bytes);
  if (zeroTimestamps.length > 0) {
    bytes = Buffer.from(bytes);
    for (const at of zeroTimestamps) {
      (bytes as Buffer).writeUInt32LE(1, at);
      (bytes as Buffer).writeUInt32LE(Math.floor(Date.now() / 1000), at + 4);
    }
  }
  if (!id) bytes = withNewId(bytes, new ObjectId().id);
  else if (id.element !== 4) bytes = withIdFirst(bytes, id);
  else return { bytes, shape: id };
  ({ id, zeroTimestamps } = inspectDocument(bytes));
  return { bytes, shape: id as NonNullable<typeof id> };
}

function without(keys: readonly Uint8Array[], others: readonly Uint8Array[]): readonly Uint8Array[] {
  if (others.length === 0) return keys;
  if (keys.length === 1 && others.length === 1) {
    return Buffer.compare(keys[0] as Uint8Array, others[0] as Uint8Array) === 0 ? [] : keys;
  }
  const known = new Set(others.map((key) => Buffer.from(key).toString('latin1')));
  return keys.filter((key) => !known.has(Buffer.from(key).toString('latin1')));
}
