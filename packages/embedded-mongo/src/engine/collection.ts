import { type Document, ObjectId } from 'bson';
import { decodeDocument, findElement } from './bson/decode.js';
import { encodeDocument } from './bson/encode.js';
import { encodeKey } from './keys/encode-key.js';
import { MongoError } from './mongo-error.js';
import { compileFilter } from './query/compile-filter.js';
import type { CollectionState } from './storage/collection-state.js';
import type { Store } from './storage/store.js';
import type { WriteSession } from './storage/write-session.js';
import type {
  BatchLimits,
  CollectionChange,
  CollectionInfo,
  CollectionStats,
  CursorBatch,
  EngineCollection,
  EngineCursor,
  EngineTransaction,
  FindQuery,
  IndexSpecification,
  Namespace,
  QueryPlan,
  Removal,
  RemoveOutcome,
  UpdateChange,
  UpdateOutcome,
  WriteError,
  WriteOptions,
  WriteOutcome,
} from './types.js';
import { applyUpdate } from './update/apply-update.js';

export class Collection implements EngineCollection {
  readonly #store: Store;
  readonly #state: CollectionState;

  constructor(store: Store, state: CollectionState) {
    this.#store = store;
    this.#state = state;
  }

  get namespace(): Namespace {
    return this.#state.namespace;
  }

  get info(): CollectionInfo {
    const { namespace, uuid, options } = this.#state.entry;
    return { name: namespace.collection, uuid, options };
  }

  count(transaction?: EngineTransaction): number {
    return this.#state.totals(this.#store.reader(transaction)).count;
  }

  stats(): CollectionStats {
    const totals = this.#state.totals(this.#store.reader(undefined));
    return { ...totals, storageSize: totals.size, indexSizes: { _id_: 0 } };
  }

  find(query: FindQuery, _transaction?: EngineTransaction): EngineCursor {
    const { matches } = compileFilter(query.filter);
    let found: Document[] = [];
    for (const { document } of this.#scan()) if (matches(document)) found.push(document);
    if (query.sort) {
      const keys = Object.entries(query.sort);
      const keyed = found.map((document) => ({
        document,
        key: keys.map(([name, direction]) => ({ key: encodeKey(document[name] ?? null), direction })),
      }));
      keyed.sort((a, b) => {
        for (let i = 0; i < a.key.length; i++) {
          const order = Buffer.compare(a.key[i]?.key as Uint8Array, b.key[i]?.key as Uint8Array);
          if (order !== 0) return order * Number(a.key[i]?.direction);
        }
        return 0;
      });
      found = keyed.map(({ document }) => document);
    }
    const skip = query.skip ?? 0;
    found = found.slice(skip, query.limit ? skip + query.limit : undefined);
    return new ThinCursor(found);
  }

  countMatching(query: FindQuery, transaction?: EngineTransaction): number {
    return [...this.find(query, transaction)].length;
  }

  explain(_query: FindQuery): QueryPlan {
    return { stage: 'COLLSCAN', sorts: false };
  }

  insert(documents: readonly (Document | Uint8Array)[], options: WriteOptions): WriteOutcome {
    return this.#store.write(options.transaction, (session) => {
      const errors: WriteError[] = [];
      let n = 0;
      for (const [index, document] of documents.entries()) {
        try {
          this.#insertOne(session, document);
          n++;
        } catch (error) {
          if (!(error instanceof MongoError)) throw error;
          errors.push({ index, code: error.code, errmsg: error.message, ...error.details });
          if (options.ordered !== false) break;
        }
      }
      return { n, errors };
    });
  }

  update(change: UpdateChange, options: WriteOptions): UpdateOutcome {
    const { matches } = compileFilter(change.filter);
    return this.#store.write(options.transaction, (session) => {
      let matched = 0;
      let modified = 0;
      let before: Document | undefined;
      let after: Document | undefined;
      for (const { record, bytes, document } of this.#scan()) {
        if (!matches(document)) continue;
        matched++;
        before = document;
        after = applyUpdate(decodeDocument(bytes), {}, change.update as Document);
        const encoded = encodeDocument(after);
        if (Buffer.compare(encoded, bytes) !== 0) {
          modified++;
          session.connection.statement(`UPDATE ${this.#state.table} SET d = ? WHERE r = ?`).run(encoded, record);
          session.record({
            kind: 'update',
            namespace: this.namespace,
            documentKey: { _id: document._id },
            updateDescription: { updatedFields: after, removedFields: [], truncatedArrays: [] },
          });
        }
        if (!change.multi) break;
      }
      if (matched === 0 && change.upsert) {
        after = applyUpdate({ _id: new ObjectId(), ...change.filter }, {}, change.update as Document);
        this.#insertOne(session, after);
        return { matched, modified, upserted: { _id: after._id }, after };
      }
      return { matched, modified, ...(before && after ? { before, after } : {}) };
    });
  }

  remove(removal: Removal, options: WriteOptions): RemoveOutcome {
    const { matches } = compileFilter(removal.filter);
    return this.#store.write(options.transaction, (session) => {
      let n = 0;
      let before: Document | undefined;
      for (const { record, bytes, document } of this.#scan()) {
        if (!matches(document)) continue;
        n++;
        before = document;
        session.connection.statement(`DELETE FROM ${this.#state.table} WHERE r = ?`).run(record);
        this.#state.addToTotals(session, -1, -bytes.length);
        session.record({ kind: 'delete', namespace: this.namespace, documentKey: { _id: document._id } });
        if (removal.limit === n) break;
      }
      return { n, ...(before ? { before } : {}) };
    });
  }

  createIndexes(_specifications: readonly IndexSpecification[]): { before: number; after: number } {
    throw new MongoError(238, 'Not there yet');
  }

  listIndexes(): IndexSpecification[] {
    return [{ name: '_id_', key: { _id: 1 } }];
  }

  dropIndexes(_which: string | readonly string[] | Document): number {
    throw new MongoError(238, 'Not there yet');
  }

  modify(_change: CollectionChange): void {
    throw new MongoError(238, 'Not there yet');
  }

  validate(): { valid: boolean; errors: string[]; records: number; keysPerIndex: Record<string, number> } {
    return { valid: true, errors: [], records: this.count(), keysPerIndex: { _id_: this.count() } };
  }

  #insertOne(session: WriteSession, given: Document | Uint8Array): void {
    let document = given instanceof Uint8Array ? decodeDocument(given) : given;
    let bytes = given instanceof Uint8Array ? given : encodeDocument(given);
    if (!findElement(bytes, Buffer.from('_id'))) {
      document = { _id: new ObjectId(), ...document };
      bytes = encodeDocument(document);
    }
    const { _id } = document;
    const record = this.#state.newRecord(session.connection);
    const inserted = session.connection
      .statement(`INSERT OR IGNORE INTO ${this.#state.table} (r, k, d) VALUES (?, ?, ?)`)
      .run(record, encodeKey(_id), bytes);
    if (inserted === 0) {
      const { database, collection } = this.namespace;
      throw new MongoError(
        11000,
        `E11000 duplicate key error collection: ${database}.${collection} index: _id_ dup key: { _id: ${String(_id)} }`,
        { keyPattern: { _id: 1 }, keyValue: { _id } },
      );
    }
    this.#state.addToTotals(session, 1, bytes.length);
    session.record({
      kind: 'insert',
      namespace: this.namespace,
      documentKey: { _id },
      fullDocumentBytes: bytes,
    });
  }

  *#scan(): Generator<{ record: number; bytes: Uint8Array; document: Document }> {
    const statement = this.#store
      .reader(undefined)
      .statement(`SELECT r, d FROM ${this.#state.table} WHERE r > ? ORDER BY r LIMIT 100`);
    let after = 0;
    for (;;) {
      const rows = statement.all(after);
      for (const row of rows) {
        const bytes = row.d as Uint8Array;
        yield { record: row.r as number, bytes, document: decodeDocument(bytes) };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.r as number;
    }
  }
}

class ThinCursor implements EngineCursor {
  readonly lastRecord = 0;
  readonly #documents: Document[];
  #at = 0;

  constructor(documents: Document[]) {
    this.#documents = documents;
  }

  nextBatch(limits: BatchLimits): CursorBatch {
    const documents: Uint8Array[] = [];
    let bytes = 0;
    while (this.#at < this.#documents.length && documents.length < limits.documents) {
      const encoded = encodeDocument(this.#documents[this.#at] as Document);
      if (documents.length > 0 && bytes + encoded.length > limits.bytes) break;
      bytes += encoded.length;
      documents.push(encoded);
      this.#at++;
    }
    return { documents, done: this.#at >= this.#documents.length };
  }

  *[Symbol.iterator](): Generator<Document> {
    while (this.#at < this.#documents.length) yield this.#documents[this.#at++] as Document;
  }
}
