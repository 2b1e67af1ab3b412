import type { Document } from 'bson';

/**
 * The storage engine below the wire protocol: databases of collections of BSON documents in one SQLite file. All calls
 * are synchronous and short, or give a cursor that does a bounded piece of work per step, so that whoever drives the
 * engine (a worker thread) can answer others in between.
 *
 * Documents are plain objects as npm `bson` 7 has them. So that all types survive, the engine reads a BSON value thus
 * (`decodeDocument` of this package does it): int32 and double as a number, except that a double whose value an int32
 * could have is a `Double`; int64 as `Long`; regular expressions as `BSONRegExp`; binaries as `Binary`; DBRefs as plain
 * objects; the deprecated undefined as `undefined`. Everything `bson` can serialize may be handed in.
 */
export interface Engine {
  /** The last operation time given out; grows with each write. */
  readonly clock: OperationClock;
  /** The first change that `changes` can still give, and the last; both `undefined` before the first write. */
  readonly changeWindow: { readonly first: ChangeToken | undefined; readonly last: ChangeToken | undefined };
  listDatabases(): DatabaseInfo[];
  /** @returns false if there was none */
  dropDatabase(database: string): boolean;
  listCollections(database: string, transaction?: EngineTransaction): CollectionInfo[];
  /** `undefined` if there is none by that name. */
  collection(database: string, name: string, transaction?: EngineTransaction): EngineCollection | undefined;
  /**
   * @throws MongoError 48 NamespaceExists, 73 InvalidNamespace, 72 InvalidOptions, 112 WriteConflict (see `isWritable`)
   */
  createCollection(
    database: string,
    name: string,
    options: CollectionOptions,
    transaction?: EngineTransaction,
  ): EngineCollection;
  /** @returns false if there was none */
  dropCollection(database: string, name: string): boolean;
  /** @throws MongoError 26 NamespaceNotFound, 48 NamespaceExists, 73 InvalidNamespace, 20 IllegalOperation */
  renameCollection(from: Namespace, to: Namespace, dropTarget: boolean): void;
  /**
   * Begins a transaction. Its reads see one state of the database until its first write; from then on it holds the
   * database's only place to write until it ends, and sees the newest state and its own writes. Writing a document
   * which somebody else has changed since the transaction's first read is MongoError 112 WriteConflict. What it writes
   * is seen by others only after `commit`.
   */
  beginTransaction(): EngineTransaction;
  /**
   * Whether a write, in `transaction` or outside of one, would find the place to write free. If another transaction
   * holds it, writes throw MongoError 112 WriteConflict at once; who wants to wait instead, waits for `whenWritable`.
   */
  isWritable(transaction?: EngineTransaction): boolean;
  /** Resolves when no transaction holds the place to write; look at `isWritable` again, others may have waited too. */
  whenWritable(): Promise<void>;
  /**
   * Changes in commit order, from `after` (exclusive) on, or all there are.
   * @throws MongoError 286 ChangeStreamHistoryLost if some after `after` have fallen out of the window
   */
  changes(after: ChangeToken | undefined): Iterable<Change>;
  /** Called after each commit that wrote something. Returns a function that ends it. */
  onCommit(listener: () => void): () => void;
  /** Removes documents that TTL indexes say are over. To be called now and then (MongoDB does so each minute). */
  sweepExpired(now?: Date): number;
  /** Makes what has been committed safe against a power cut (`j: true`). */
  flush(): void;
  close(): void;
}

export interface EngineOptions {
  /** The data folder; made if it is missing. */
  readonly directory: string;
  /** How many bytes of pages SQLite keeps in memory. Default 32 MiB. */
  readonly cacheBytes?: number;
  /** How many bytes of changes are kept for change streams to resume from. Default 64 MiB. */
  readonly changeLogBytes?: number;
}

export interface DatabaseInfo {
  readonly name: string;
  /** Bytes, roughly. */
  readonly sizeOnDisk: number;
  readonly empty: boolean;
}

export interface Namespace {
  readonly database: string;
  readonly collection: string;
}

export interface OperationClock {
  /** Seconds and increment, as a BSON Timestamp has them. */
  now(): { readonly t: number; readonly i: number };
}

export interface CollectionOptions {
  /** Sizes in bytes and documents. */
  readonly capped?: { readonly size: number; readonly max?: number };
  readonly collation?: Document;
  readonly validator?: Document;
  readonly validationLevel?: string;
  readonly validationAction?: string;
  readonly changeStreamPreAndPostImages?: boolean;
}

export interface CollectionInfo {
  readonly name: string;
  /** 16 bytes. */
  readonly uuid: Uint8Array;
  readonly options: CollectionOptions;
}

export interface EngineCollection {
  readonly namespace: Namespace;
  readonly info: CollectionInfo;
  count(transaction?: EngineTransaction): number;
  stats(): CollectionStats;
  /** Documents that match, in order, without those skipped; lazily. Bad filters and options throw here already. */
  find(query: FindQuery, transaction?: EngineTransaction): EngineCursor;
  /** How many documents `find` would give, without reading them where an index can tell. */
  countMatching(query: FindQuery, transaction?: EngineTransaction): number;
  explain(query: FindQuery): QueryPlan;
  /**
   * Documents without an `_id` get an ObjectId. BSON as it came from a client may be handed in as bytes, which saves
   * decoding it. Errors of single documents are in the outcome; what concerns all of them is thrown.
   */
  insert(documents: readonly (Document | Uint8Array)[], options: WriteOptions): WriteOutcome;
  /** @throws MongoError for a bad modifier, and for a document that cannot be changed thus */
  update(change: UpdateChange, options: WriteOptions): UpdateOutcome;
  /**
   * The same in bounded steps, for changes of many documents: call `next` until it is done, letting others in between.
   * Outside of a transaction each step is committed, as in MongoDB; others may see half of it, and may write.
   */
  updateInSteps(change: UpdateChange, options: WriteOptions): Generator<undefined, UpdateOutcome, void>;
  remove(removal: Removal, options: WriteOptions): RemoveOutcome;
  /** See `updateInSteps`. */
  removeInSteps(removal: Removal, options: WriteOptions): Generator<undefined, RemoveOutcome, void>;
  createIndexes(specifications: readonly IndexSpecification[]): { before: number; after: number };
  listIndexes(): IndexSpecification[];
  /**
   * By name, names, key pattern, or `'*'` for all but that of `_id`. Returns how many there were before.
   * @throws MongoError 27 IndexNotFound, 72 InvalidOptions for that of `_id`
   */
  dropIndexes(which: string | readonly string[] | Document): number;
  /** `collMod`: changes options of the collection, or `expireAfterSeconds` / `hidden` of an index. */
  modify(change: CollectionChange): void;
  /** Checks table and indexes against each other. */
  validate(): { valid: boolean; errors: string[]; records: number; keysPerIndex: Record<string, number> };
}

export interface CollectionStats {
  readonly count: number;
  /** Bytes of BSON. */
  readonly size: number;
  /** Bytes on disk, roughly. */
  readonly storageSize: number;
  readonly indexSizes: Record<string, number>;
}

export interface CollectionChange {
  readonly validator?: Document;
  readonly validationLevel?: string;
  readonly validationAction?: string;
  readonly changeStreamPreAndPostImages?: boolean;
  readonly capped?: { readonly size?: number; readonly max?: number };
  readonly index?: {
    readonly name?: string;
    readonly keyPattern?: Document;
    readonly expireAfterSeconds?: number;
    readonly hidden?: boolean;
  };
}

export interface FindQuery {
  readonly filter: Document;
  readonly sort?: Document;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Document;
  readonly collation?: Document;
  readonly hint?: string | Document;
  readonly min?: Document;
  readonly max?: Document;
  readonly let?: Document;
  readonly returnKey?: boolean;
  readonly showRecordId?: boolean;
  /** For capped collections: documents whose record number is greater. A tailable cursor goes on with it. */
  readonly afterRecord?: number;
}

/**
 * The results of a query, found piece by piece. Nothing is held open in the database between calls: a cursor may be left
 * alone for long, or forgotten. Documents written meanwhile may or may not be seen. Iterating gives decoded documents and
 * works until the end without pause.
 */
export interface EngineCursor extends Iterable<Document> {
  /**
   * The next documents as BSON: at most as many, and (beyond the first) at most as many bytes as said. Works for about
   * `milliseconds` (5 unless told), so it may give none although it is not done: call again after letting others in.
   */
  nextBatch(limits: BatchLimits): CursorBatch;
  /** The record number of the last document read; for `afterRecord`. 0 before the first. */
  readonly lastRecord: number;
}

export interface BatchLimits {
  readonly documents: number;
  readonly bytes: number;
  readonly milliseconds?: number;
}

export interface CursorBatch {
  readonly documents: Uint8Array[];
  readonly done: boolean;
}

export interface QueryPlan {
  readonly stage: 'COLLSCAN' | 'IXSCAN' | 'IDHACK' | 'EOF' | 'OR' | 'TEXT_MATCH' | 'GEO_NEAR_2DSPHERE';
  readonly indexName?: string;
  readonly keyPattern?: Document;
  readonly isMultiKey?: boolean;
  readonly isUnique?: boolean;
  readonly isSparse?: boolean;
  readonly isPartial?: boolean;
  readonly direction?: 'forward' | 'backward';
  /** Field to intervals in MongoDB's notation, `{ age: ['[18, inf.0]'] }`. */
  readonly bounds?: Document;
  /** Whether the results are sorted after they were found, rather than found in order. */
  readonly sorts: boolean;
  /** Whether documents still have to be compared with the filter. */
  readonly filters?: boolean;
  /** For `OR`: one for each branch. */
  readonly branches?: readonly QueryPlan[];
}

export interface WriteOptions {
  readonly transaction?: EngineTransaction | undefined;
  readonly ordered?: boolean;
  readonly bypassDocumentValidation?: boolean;
}

export interface WriteError {
  readonly index: number;
  readonly code: number;
  readonly errmsg: string;
  readonly keyPattern?: Document;
  readonly keyValue?: Document;
  readonly errInfo?: Document;
}

export interface WriteOutcome {
  readonly n: number;
  readonly errors: readonly WriteError[];
}

export interface UpdateChange {
  readonly filter: Document;
  /** Operators, a replacement, or a pipeline. */
  readonly update: Document | readonly Document[];
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly arrayFilters?: readonly Document[];
  readonly collation?: Document;
  readonly hint?: unknown;
  readonly let?: Document;
  /** Choose the first in this order. */
  readonly sort?: Document;
  /** For findAndModify: give the document before and after. */
  readonly returnDocuments?: boolean;
}

export interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  /** `{ _id }` of the document that an upsert has inserted. */
  readonly upserted?: { readonly _id: unknown };
  /** With `returnDocuments` and not `multi`; `before` is missing after an upsert that inserted. */
  readonly before?: Document;
  readonly after?: Document;
}

export interface Removal {
  readonly filter: Document;
  /** 0: all. */
  readonly limit: number;
  readonly collation?: Document;
  readonly hint?: unknown;
  readonly let?: Document;
  readonly sort?: Document;
  /** For findAndModify: give the document that was removed. Only with limit 1. */
  readonly returnDocuments?: boolean;
}

export interface RemoveOutcome {
  readonly n: number;
  readonly before?: Document;
}

export interface IndexSpecification {
  readonly name: string;
  readonly key: Document;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly hidden?: boolean;
  readonly partialFilterExpression?: Document;
  readonly expireAfterSeconds?: number;
  readonly collation?: Document;
  readonly [option: string]: unknown;
}

export interface EngineTransaction {
  readonly state: 'active' | 'committed' | 'aborted';
  /** @throws MongoError 251 NoSuchTransaction if it has ended */
  commit(): void;
  /** Does nothing if it has ended. */
  abort(): void;
}

/** Where a change stands in the order of all changes; what a resume token encodes. */
export interface ChangeToken {
  readonly t: number;
  readonly i: number;
  /** Position within what was committed together. */
  readonly n: number;
}

export interface Change {
  readonly token: ChangeToken;
  readonly wallTime: Date;
  readonly namespace: Namespace;
  readonly collectionUuid?: Uint8Array | undefined;
  readonly kind:
    | 'insert'
    | 'update'
    | 'replace'
    | 'delete'
    | 'drop'
    | 'rename'
    | 'dropDatabase'
    | 'create'
    | 'createIndexes'
    | 'dropIndexes'
    | 'modify';
  readonly documentKey?: Document | undefined;
  /** Of inserts and replacements; decoded when first asked for. */
  readonly fullDocument?: Document | undefined;
  /** The same as BSON. */
  readonly fullDocumentBytes?: Uint8Array | undefined;
  /** The pre-image, if the collection keeps them. */
  readonly before?: Document | undefined;
  /** The post-image of an update, if the collection keeps them. */
  readonly after?: Document | undefined;
  readonly updateDescription?: UpdateDescription | undefined;
  readonly to?: Namespace | undefined;
  /** Of `create`, `createIndexes`, `dropIndexes` and `modify`: what was asked. */
  readonly operationDescription?: Document | undefined;
}

export interface UpdateDescription {
  readonly updatedFields: Document;
  readonly removedFields: readonly string[];
  readonly truncatedArrays: readonly { readonly field: string; readonly newSize: number }[];
}
