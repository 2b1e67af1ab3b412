import type { Document } from 'bson';

/**
 * The storage engine below the wire protocol: databases of collections of BSON documents in one SQLite file. All calls
 * are synchronous and short, or give an iterator that does a bounded piece of work per step, so that whoever drives the
 * engine (a worker thread) can answer others in between.
 */
export interface Engine {
  /** The last operation time given out; grows with each write. */
  readonly clock: OperationClock;
  listDatabases(): { name: string; sizeOnDisk: number; empty: boolean }[];
  dropDatabase(database: string): boolean;
  listCollections(database: string): CollectionInfo[];
  /** `undefined` if there is none by that name. */
  collection(database: string, name: string): EngineCollection | undefined;
  /** @throws MongoError 48 NamespaceExists, 73 InvalidNamespace */
  createCollection(database: string, name: string, options: CollectionOptions): EngineCollection;
  dropCollection(database: string, name: string): boolean;
  renameCollection(from: Namespace, to: Namespace, dropTarget: boolean): void;
  /** Begins a transaction; writes through it are seen by others only after `commit`. One at a time may write. */
  beginTransaction(): EngineTransaction;
  /** Changes in commit order, from `after` (exclusive) on; what has fallen out of the window is MongoError 286. */
  changes(after: ChangeToken | undefined): Iterable<Change>;
  /** Called after each commit that wrote something. Returns a function that ends it. */
  onCommit(listener: () => void): () => void;
  /** Makes what has been committed safe against a power cut (`j: true`). */
  flush(): void;
  close(): void;
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
  readonly capped?: { readonly size: number; readonly max?: number };
  readonly collation?: Document;
  readonly validator?: Document;
  readonly validationLevel?: string;
  readonly validationAction?: string;
  readonly changeStreamPreAndPostImages?: boolean;
}

export interface CollectionInfo {
  readonly name: string;
  readonly uuid: Uint8Array;
  readonly options: CollectionOptions;
}

export interface EngineCollection {
  readonly namespace: Namespace;
  readonly info: CollectionInfo;
  count(): number;
  stats(): { count: number; size: number; storageSize: number; indexSizes: Record<string, number> };
  /** Documents that match, in order, without those skipped; lazily. */
  find(query: FindQuery, transaction?: EngineTransaction): Iterable<Document>;
  explain(query: FindQuery): QueryPlan;
  insert(documents: readonly Document[], options: WriteOptions): WriteOutcome;
  update(change: UpdateChange, options: WriteOptions): UpdateOutcome;
  remove(
    filter: Document,
    options: WriteOptions & {
      readonly limit: number;
      readonly collation?: Document;
      readonly hint?: unknown;
      readonly let?: Document;
    },
  ): RemoveOutcome;
  createIndexes(specifications: readonly IndexSpecification[]): { before: number; after: number };
  listIndexes(): IndexSpecification[];
  dropIndexes(which: string | readonly string[] | Document): number;
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
}

export interface QueryPlan {
  readonly stage: 'COLLSCAN' | 'IXSCAN' | 'IDHACK' | 'EOF';
  readonly indexName?: string;
  readonly keyPattern?: Document;
  readonly bounds?: Document;
  readonly sorts: boolean;
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
  /** For findAndModify: choose the first in this order, and give the document before and after. */
  readonly sort?: Document;
}

export interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: unknown;
  /** Only for a single update. */
  readonly before?: Document;
  readonly after?: Document;
}

export interface RemoveOutcome {
  readonly n: number;
  /** Only with limit 1. */
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
  commit(): void;
  abort(): void;
}

/** Where a change stands in the order of all changes; what a resume token encodes. */
export interface ChangeToken {
  readonly t: number;
  readonly i: number;
  /** Position within one transaction. */
  readonly n: number;
}

export interface Change {
  readonly token: ChangeToken;
  readonly wallTime: Date;
  readonly namespace: Namespace;
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
  readonly documentKey?: Document;
  readonly fullDocument?: Document;
  readonly before?: Document;
  readonly updateDescription?: {
    readonly updatedFields: Document;
    readonly removedFields: readonly string[];
    readonly truncatedArrays: readonly { field: string; newSize: number }[];
  };
  readonly to?: Namespace;
}
